import { Link, useLocation } from 'react-router';

import { isAuthPath } from '#app/auth/protected-paths.ts';
import { storeCurrentUrl } from '#app/auth/return-url.ts';
import { useSessionState } from '#app/auth/session-state.ts';

/** Says that the user was signed out from elsewhere; the screen for signing in says so by itself. */
export function SessionNotice() {
  const isEnded = useSessionState() === 'ended';
  const isOnAuthPage = isAuthPath(useLocation().pathname);
  return (
    <output className="block">
      {isEnded && !isOnAuthPage ? (
        <span className="block border-b bg-pencil-tint px-4 py-2 text-sm sm:px-6">
          Your session has ended.{' '}
          <Link
            to="/login"
            onClick={() => void storeCurrentUrl()}
            className="font-medium underline underline-offset-2"
          >
            Sign in again
          </Link>{' '}
          to continue.
        </span>
      ) : null}
    </output>
  );
}
