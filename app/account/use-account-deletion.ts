import { useRef, useState } from 'react';

import { resetAnalytics } from '#app/analytics/analytics.ts';
import { loadAuth } from '#app/auth/auth-client.ts';
import { AUTH_TEXTS, toEmailText, toGoogleText } from '#app/auth/auth-texts.ts';
import { callTimeoutMs } from '#app/auth/call-timeout.ts';
import { isUnreachable } from '#app/auth/is-unreachable.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { deleteOwnAccount } from './account-requests.ts';

/** A phrase that nobody types by accident, for users without an address. */
const FALLBACK_PHRASE = 'delete my account';

export interface AccountDeletion {
  /** The phrase to type. */
  phrase: string;
  step: 'typing' | 'deleting' | 'confirming' | 'proving' | 'done';
  problem: string | null;
  /** Deletes, once the phrase was typed. */
  start: (typed: string) => void;
  /** Shows the password, or Google where there is none, and deletes then. */
  prove: (password: string | null) => void;
}

/**
 * Deletes the account: type a phrase, and where the sign-in is older than a few minutes, sign in
 * once more. When nothing is left, this browser is signed out and starts anew.
 */
export function useAccountDeletion(email: string | null): AccountDeletion {
  const [step, setStep] = useState<AccountDeletion['step']>('typing');
  const [problem, setProblem] = useState<string | null>(null);
  const isRunning = useRef(false);
  const phrase = email ?? FALLBACK_PHRASE;

  async function once(work: () => Promise<void>) {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    await work();
    isRunning.current = false;
  }

  async function remove() {
    setStep('deleting');
    const deleted = await deleteOwnAccount();
    if (deleted.ok) {
      setStep('done');
      resetAnalytics();
      // The account is gone; what Firebase kept of it in this browser goes too.
      await loadAuth()
        .then((auth) => withTimeout(auth.signOutOfFirebase(), callTimeoutMs()))
        .catch(() => {});
      // A fresh document, so that nothing of theirs stays on any screen.
      return location.replace('/');
    }
    const needsProof = deleted.reason === 'recentLoginRequired';
    setStep(needsProof ? 'confirming' : 'typing');
    setProblem(
      deleted.reason === 'failed' ? deleted.text : needsProof ? AUTH_TEXTS.signInAgain : null,
    );
  }

  async function prove(password: string | null) {
    setStep('proving');
    try {
      const auth = await loadAuth();
      await (password === null ? auth.confirmWithGoogle() : auth.confirmWithPassword(password));
    } catch (error) {
      setStep('confirming');
      return setProblem(toProofText(error, password === null));
    }
    await remove();
  }

  return {
    phrase,
    step,
    problem,
    start(typed) {
      if (typed.trim().toLowerCase() !== phrase.toLowerCase()) {
        return setProblem(`This does not match. Type ${phrase} to confirm.`);
      }
      void once(remove);
    },
    prove: (password) => void once(() => prove(password)),
  };
}

function toProofText(error: unknown, isGoogle: boolean): string | null {
  if (isUnreachable(error)) return AUTH_TEXTS.network;
  return isGoogle ? toGoogleText(error) : toEmailText(error);
}
