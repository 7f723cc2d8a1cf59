import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { isPhoneLike, readDevice } from '#app/auth/phone-rule.ts';
import { isProtectedPath } from '#app/auth/protected-paths.ts';
import {
  chooseTarget,
  getStoredReturnUrl,
  keepReturnUrl,
  storeReturnUrl,
  takeStoredReturnUrl,
} from '#app/auth/return-url.ts';

interface SignInTarget {
  /** Whether somebody asked for a page that only signed-in users see. */
  isForced: boolean;
  /** Keeps the target where the page may not survive the sign-in. */
  keep: (method: 'popup' | 'redirect') => void;
  /** Whether the target can only be shown once the server knows who is signed in. */
  needsSession: () => boolean;
  /** Goes there, once, in place of this page. */
  leave: () => void;
}

/**
 * The address that signing in leads to: the stored one, otherwise the requested one, otherwise the
 * start page.
 */
export function useSignInTarget(): SignInTarget {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const asked = search.get('returnUrl');
  const isForced = search.get('reason') === 'protected';
  const hasLeft = useRef(false);

  const storeForced = useEffectEvent(() => {
    if (isForced) storeReturnUrl(asked);
  });
  useEffect(() => storeForced(), [isForced, asked]);

  return {
    isForced,
    keep: (method) => {
      if (method === 'redirect' || isPhoneLike(readDevice())) keepReturnUrl(asked);
    },
    needsSession: () => {
      const target = chooseTarget(getStoredReturnUrl(), asked, location.origin);
      return isProtectedPath(new URL(target, location.origin).pathname);
    },
    leave: () => {
      if (hasLeft.current) return;
      hasLeft.current = true;
      const target = chooseTarget(takeStoredReturnUrl(), asked, location.origin);
      void navigate(target, { replace: true });
    },
  };
}
