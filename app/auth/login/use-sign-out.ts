import { useState } from 'react';
import { useNavigate } from 'react-router';

import { storeCurrentUrl } from '#app/auth/return-url.ts';

import { signOut } from './sign-out.ts';

/** The state of a sign-out button. */
export interface SignOutButton {
  state: 'idle' | 'busy' | 'failed';
  signOut: () => Promise<void>;
}

/**
 * Signs out from a page: keeps the page to come back to, signs out, and goes to the screen for
 * signing in. A failure is reported as `failed`, and leaves the page as it is.
 */
export function useSignOut(): SignOutButton {
  const navigate = useNavigate();
  const [state, setState] = useState<SignOutButton['state']>('idle');

  async function leave() {
    if (state === 'busy') return;
    setState('busy');
    storeCurrentUrl();
    const done = await signOut();
    if (done.ok) return navigate('/login');
    setState('failed');
  }

  return { state, signOut: leave };
}
