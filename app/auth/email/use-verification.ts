import { useEffect, useEffectEvent } from 'react';

import { getAuthCode } from '#app/auth/auth-texts.ts';
import { loadAuth, whenSettled } from '#app/auth/auth-client.ts';
import { isUnreachable } from '#app/auth/is-unreachable.ts';
import type { User } from '#app/auth/user.ts';

const POLL_MS = 3_000;

/** The network comes back, and so does patience with a busy server: these end no waiting. */
const PASSING = new Set([
  'auth/network-request-failed',
  'auth/too-many-requests',
  'auth/internal-error',
  'auth/login-blocked',
]);

interface Options {
  isWaiting: boolean;
  /** The address is verified, and the token that says so has been shown to the server. */
  onVerified: (user: User) => void;
  /** The account is gone or disabled, or somebody signed out elsewhere. */
  onGone: (error: unknown) => void;
}

/**
 * Asks every 3 s whether the signed-in user's address is verified, from when the page waits for it
 * until it is left. A page that nobody sees asks nothing, and asks at once when it is seen again.
 */
export function useVerification({ isWaiting, onVerified, onGone }: Options): void {
  const verified = useEffectEvent(onVerified);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (!isWaiting) return;
    let isAsking = false;
    let isOver = false;

    async function ask() {
      if (isAsking || isOver || document.visibilityState === 'hidden') return;
      isAsking = true;
      try {
        const client = await loadAuth();
        await whenSettled();
        if (isOver) return;
        const user = await client.reloadUser();
        if (isOver || !user.emailVerified) return;
        isOver = true;
        verified(user);
      } catch (error) {
        if (!isOver && !isPassing(error)) gone(error);
      } finally {
        isAsking = false;
      }
    }

    const askNow = () => void ask();
    const timer = setInterval(askNow, POLL_MS);
    document.addEventListener('visibilitychange', askNow);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askNow);
    };
  }, [isWaiting]);
}

function isPassing(error: unknown): boolean {
  if (isUnreachable(error)) return true;
  const code = getAuthCode(error);
  return code !== null && PASSING.has(code);
}
