import { useEffect, useEffectEvent } from 'react';

import { callTimeoutMs } from '#app/auth/call-timeout.ts';

/** Events that show that the user is back at this page, and no longer at the popup. */
const SIGNS = ['focus', 'pointermove', 'keydown'] as const;

/**
 * Gives up on a sign-in that does not end although nobody is at its popup any more: Firebase's SDK
 * waits for our server without a limit. Time begins when somebody is back at the page, and begins
 * anew when they turn to the popup again.
 */
export function usePopupWatchdog(isSigningIn: boolean, onGiveUp: () => void): void {
  const giveUp = useEffectEvent(onGiveUp);
  useEffect(() => {
    if (!isSigningIn) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const begin = () => {
      // A mouse on its way to the popup crosses this page, and is not back at it.
      if (!document.hasFocus()) return;
      timer ??= setTimeout(() => giveUp(), callTimeoutMs());
    };
    const stop = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
    for (const sign of SIGNS) addEventListener(sign, begin);
    addEventListener('blur', stop);
    return () => {
      stop();
      for (const sign of SIGNS) removeEventListener(sign, begin);
      removeEventListener('blur', stop);
    };
  }, [isSigningIn]);
}
