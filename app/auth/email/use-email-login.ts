import { useEffect, useEffectEvent, useReducer, useRef } from 'react';

import { loadAuth, useAuth, whenSettled } from '#app/auth/auth-client.ts';
import {
  AUTH_TEXTS,
  getAuthCode,
  toEmailText,
  toResendText,
  toResetText,
} from '#app/auth/auth-texts.ts';
import { callTimeoutMs } from '#app/auth/call-timeout.ts';
import { isUnreachable } from '#app/auth/is-unreachable.ts';
import { isBreached } from '#app/auth/password/is-breached.ts';
import { useSessionState } from '#app/auth/session/session-state.ts';
import type { User } from '#app/auth/user.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import {
  findProblem,
  findResetProblem,
  FIRST_EMAIL_LOGIN,
  reduceEmailLogin,
  RESEND_PAUSE_MS,
  type EmailField,
  type EmailLoginEvent,
  type EmailLoginState,
  type EmailProblem,
  type EmailTask,
} from './email-login-state.ts';
import { needsVerification } from './needs-verification.ts';
import { useVerification } from './use-verification.ts';

type FirebaseClient = Awaited<ReturnType<typeof loadAuth>>;

/** Which field an error of Firebase is about; the others are about none. */
const FIELDS: Record<string, EmailField> = {
  'auth/user-not-found': 'email',
  'auth/invalid-email': 'email',
  'auth/email-already-in-use': 'email',
  'auth/wrong-password': 'password',
  'auth/weak-password': 'password',
  'auth/password-does-not-meet-requirements': 'password',
};

export interface EmailLogin {
  state: EmailLoginState;
  type: (field: EmailField, value: string) => void;
  /** From signing in to signing up and back. */
  switchMode: () => void;
  submit: () => void;
  forgotPassword: () => void;
  resendVerification: () => void;
  resendReset: () => void;
  leave: () => void;
}

/**
 * Everything that the screen for e-mail and password does. `onSignedIn` is called once somebody with
 * a verified address is signed in and the server knows it.
 */
export function useEmailLogin(
  waitsFor: string | null,
  onSignedIn: (user: User) => void,
): EmailLogin {
  const [state, dispatch] = useReducer(reduceEmailLogin, waitsFor, startWith);
  const { run, drop } = useTask(dispatch);
  const isHere = useIsHere();
  useFoundUser(dispatch);

  function leave(notice?: string) {
    drop();
    dispatch({ kind: 'left', notice });
  }

  useRefusal(state.screen, () => leave(AUTH_TEXTS.notSignedIn));
  useVerification({
    isWaiting: state.screen === 'checkEmail',
    onVerified: onSignedIn,
    onGone: (error) => leave(getAuthCode(error) ? toEmailText(error) : AUTH_TEXTS.signInAgain),
  });

  function submit() {
    const problem = findProblem(state);
    if (problem) return dispatch({ kind: 'refused', problem });
    const email = state.email.trim();
    if (state.screen === 'signUp') return run('signUp', (auth) => signUp(auth, email, state));
    run('signIn', async (auth) => {
      const user = await auth.signInWithPassword(email, state.password);
      if (needsVerification(user)) return { kind: 'unverified', email, isNew: false };
      // Users who have gone to another page in the meantime are not taken away from it.
      if (isHere()) onSignedIn(user);
      return null;
    });
  }

  function sendReset() {
    const problem = findResetProblem(state);
    if (problem) return dispatch({ kind: 'refused', problem });
    run('reset', async (auth) => {
      await auth.sendPasswordReset(state.email.trim());
      return { kind: 'mailSent', againAt: Date.now() + RESEND_PAUSE_MS };
    });
  }

  return {
    state,
    type: (field, value) => dispatch({ kind: 'typed', field, value }),
    switchMode: () => dispatch({ kind: 'switched' }),
    submit,
    forgotPassword: sendReset,
    resendReset: sendReset,
    resendVerification: () => run('resend', sendVerificationAgain),
    leave: () => leave(),
  };
}

function startWith(waitsFor: string | null): EmailLoginState {
  return waitsFor === null
    ? FIRST_EMAIL_LOGIN
    : { ...FIRST_EMAIL_LOGIN, screen: 'checkEmail', email: waitsFor };
}

async function sendVerificationAgain(auth: FirebaseClient): Promise<EmailLoginEvent> {
  // The server's word may have brought them here before Firebase knows who is signed in.
  await whenSettled();
  await auth.sendVerification();
  return { kind: 'mailSent', againAt: Date.now() + RESEND_PAUSE_MS };
}

/** Makes the account and sends its mail; a mail that fails does not take the account back. */
async function signUp(
  auth: FirebaseClient,
  email: string,
  { password }: EmailLoginState,
): Promise<EmailLoginEvent> {
  if (await isBreached(password)) {
    return { kind: 'failed', problem: { field: 'password', text: AUTH_TEXTS.passwordBreached } };
  }
  await auth.signUpWithPassword(email, password);
  try {
    await auth.sendVerification();
  } catch (error) {
    return { kind: 'mailMissed', email, text: toResendText(error) };
  }
  return { kind: 'unverified', email, isNew: true };
}

interface TaskTurns {
  run: (task: EmailTask, work: (auth: FirebaseClient) => Promise<EmailLoginEvent | null>) => void;
  drop: () => void;
}

/**
 * Runs one task at a time. Each has a turn of its own: the outcome of a dropped turn is not
 * reported, and the next task need not wait for it.
 */
function useTask(dispatch: (event: EmailLoginEvent) => void): TaskTurns {
  // The state knows it as well, but two clicks can come before it is drawn.
  const now = useRef({ turn: 0, isRunning: false }).current;
  return {
    run: (task, work) => {
      if (now.isRunning) return;
      now.isRunning = true;
      now.turn += 1;
      const { turn } = now;
      dispatch({ kind: 'started', task });
      const end = (event: EmailLoginEvent | null) => {
        if (turn !== now.turn) return;
        now.isRunning = false;
        if (event) dispatch(event);
      };
      void withTimeout(loadAuth().then(work), callTimeoutMs()).then(end, (error: unknown) =>
        end({ kind: 'failed', problem: toProblem(task, error) }),
      );
    },
    drop: () => {
      now.turn += 1;
      now.isRunning = false;
    },
  };
}

function toProblem(task: EmailTask, error: unknown): EmailProblem {
  const code = getAuthCode(error);
  const field = (code && FIELDS[code]) || null;
  if (task === 'resend') return { field: null, text: toResendText(error) };
  if (isUnreachable(error)) return { field: null, text: AUTH_TEXTS.network };
  if (task === 'reset') return { field, text: toResetText(error) };
  return { field, text: toEmailText(error) };
}

/** When our server refuses a sign-in that Firebase accepted, there is no mail to wait for. */
function useRefusal(screen: EmailLoginState['screen'], onRefused: () => void): void {
  const { status } = useAuth();
  const isRefused = useSessionState() === 'ended' && status === 'signedOut';
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    if (isRefused && screen === 'checkEmail') refuse();
  }, [isRefused, screen]);
}

/** Returns a function that says whether the screen is still shown. */
function useIsHere(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}

/** Somebody who is signed in but not verified goes on where they left. */
function useFoundUser(dispatch: (event: EmailLoginEvent) => void): void {
  const { user } = useAuth();
  const email = user && needsVerification(user) ? (user.email ?? '') : null;
  useEffect(() => {
    void loadAuth().catch(() => {});
  }, []);
  useEffect(() => {
    if (email !== null) dispatch({ kind: 'found', email });
  }, [email, dispatch]);
}
