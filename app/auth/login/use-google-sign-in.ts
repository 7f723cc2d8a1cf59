import { useEffect, useEffectEvent, useReducer, useRef } from 'react';

import { capture } from '#app/analytics/analytics.ts';

import { loadAuth } from '#app/auth/auth-client.ts';
import { AUTH_TEXTS, getAuthCode, toGoogleText } from '#app/auth/auth-texts.ts';
import { isUnreachable } from '#app/auth/is-unreachable.ts';
import { IDLE, reduceLogin, type LoginState } from './login-state.ts';
import { markRedirect, takeRedirectMark } from './redirect-mark.ts';
import { usePopupWatchdog } from './use-popup-watchdog.ts';

type Method = 'popup' | 'redirect';

interface GoogleSignIn {
  state: LoginState;
  start: (method: Method) => void;
  cancel: () => void;
}

/**
 * Signs in with Google: by popup, or on a full page whose result is read when the app starts.
 * @param onStart called before the page is left or covered
 */
export function useGoogleSignIn(onStart: (method: Method) => void): GoogleSignIn {
  const [state, dispatch] = useReducer(reduceLogin, IDLE);
  const newest = useRef(0);

  function begin(): number {
    newest.current += 1;
    dispatch({ kind: 'began', request: newest.current });
    return newest.current;
  }

  function fail(request: number, error: unknown) {
    const text = isUnreachable(error) ? AUTH_TEXTS.network : toGoogleText(error);
    const isBlocked = getAuthCode(error) === 'auth/popup-blocked';
    dispatch({ kind: 'failed', request, text, isBlocked });
  }

  /** `signIn` gives whether somebody is signed in now. */
  async function run(method: Method, signIn: () => Promise<boolean>) {
    const request = begin();
    try {
      const isSignedIn = await signIn();
      if (isSignedIn) capture('user_signed_in', { method });
      dispatch({ kind: isSignedIn ? 'succeeded' : 'gone', request });
    } catch (error) {
      fail(request, error);
    }
  }

  const open = useEffectEvent((client: Awaited<ReturnType<typeof loadAuth>>) => {
    if (!takeRedirectMark()) return;
    void run('redirect', async () => (await client.readRedirectResult()) !== null);
  });
  useEffect(() => {
    // If Firebase cannot be loaded, the store stays stuck, and the screen says so.
    loadAuth().then(
      (client) => open(client),
      () => {},
    );
  }, []);

  function start(method: Method) {
    onStart(method);
    void run(method, async () => {
      const client = await loadAuth();
      if (method === 'popup') return (await client.signInWithGooglePopup()) !== null;
      markRedirect();
      await client.signInWithGoogleRedirect();
      return false;
    });
  }

  const isSigningIn = state.step === 'signingIn';
  usePopupWatchdog(isSigningIn, () => fail(newest.current, new DOMException('', 'TimeoutError')));

  return { state, start, cancel: () => dispatch({ kind: 'cancelled' }) };
}
