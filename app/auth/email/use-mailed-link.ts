import { useEffect, useRef, useState } from 'react';

import { loadAuth, whenSettled } from '#app/auth/auth-client.ts';
import { AUTH_TEXTS, getAuthCode, toEmailText } from '#app/auth/auth-texts.ts';
import { isUnreachable } from '#app/auth/is-unreachable.ts';
import { isBreached } from '#app/auth/password/is-breached.ts';

import { findPasswordProblem, type EmailProblem } from './email-login-state.ts';
import type { MailedLink } from './mailed-link.ts';

interface Choosing {
  step: 'choosing';
  /** Address of the user whose password it is. */
  email: string;
  isBusy: boolean;
  problem: EmailProblem | null;
}

export type MailedLinkState =
  | { step: 'checking' }
  | Choosing
  | { step: 'done'; email: string }
  /** `canRetry`: the link itself may be good. */
  | { step: 'failed'; text: string; canRetry: boolean };

const CHECKING: MailedLinkState = { step: 'checking' };

export interface OpenedLink {
  state: MailedLinkState;
  choose: (password: string, confirmation: string) => Promise<void>;
  retry: () => void;
}

/** Does what a link of one of Firebase's mails stands for, once. */
export function useMailedLink(link: MailedLink): OpenedLink {
  const [state, setState] = useState(CHECKING);
  const [attempt, setAttempt] = useState(0);
  /** A code is used up by its first use, so an attempt is never made twice. */
  const opened = useRef<{ key: string; outcome: Promise<MailedLinkState> }>(undefined);
  const isChoosing = useRef(false);
  const { mode, code } = link;

  useEffect(() => {
    let isLeft = false;
    const key = `${attempt} ${mode} ${code}`;
    async function show() {
      if (opened.current?.key !== key) opened.current = { key, outcome: open({ mode, code }) };
      const next = await opened.current.outcome;
      if (!isLeft) setState(next);
    }
    void show();
    return () => {
      isLeft = true;
    };
  }, [mode, code, attempt]);

  async function choose(password: string, confirmation: string) {
    if (state.step !== 'choosing' || isChoosing.current) return;
    const problem = findPasswordProblem(password, confirmation);
    setState({ ...state, problem, isBusy: problem === null });
    if (problem) return;
    isChoosing.current = true;
    const next = await change(state, code, password);
    isChoosing.current = false;
    setState(next);
  }

  function retry() {
    setState(CHECKING);
    setAttempt(attempt + 1);
  }

  return { state, choose, retry };
}

async function open({ mode, code }: MailedLink): Promise<MailedLinkState> {
  if (mode === 'unknown') {
    return { step: 'failed', text: AUTH_TEXTS.linkInvalid, canRetry: false };
  }
  try {
    const client = await loadAuth();
    if (mode === 'resetPassword') {
      const email = await client.readResetCode(code);
      return { step: 'choosing', email, isBusy: false, problem: null };
    }
    await client.applyMailedCode(code);
    const { user } = await whenSettled();
    // The mail may have been opened where somebody is signed in: server and screens shall know.
    if (user) await client.reloadUser().catch(() => {});
    return { step: 'done', email: '' };
  } catch (error) {
    return toFailed(error);
  }
}

async function change(state: Choosing, code: string, password: string): Promise<MailedLinkState> {
  try {
    if (await isBreached(password)) {
      const breached: EmailProblem = { field: 'password', text: AUTH_TEXTS.passwordBreached };
      return { ...state, isBusy: false, problem: breached };
    }
    const client = await loadAuth();
    await client.choosePassword(code, password);
    return { step: 'done', email: state.email };
  } catch (error) {
    const failed = toFailed(error);
    if (!failed.canRetry) return failed;
    const problem: EmailProblem = { field: 'password', text: failed.text };
    return { ...state, isBusy: false, problem };
  }
}

/** Errors that trying again cannot fix. */
const FINAL = new Set([
  'auth/expired-action-code',
  'auth/invalid-action-code',
  'auth/user-disabled',
  'auth/user-not-found',
]);

function toFailed(error: unknown) {
  const text = isUnreachable(error) ? AUTH_TEXTS.network : toEmailText(error);
  return { step: 'failed' as const, text, canRetry: !FINAL.has(getAuthCode(error) ?? '') };
}
