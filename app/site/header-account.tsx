import { Suspense } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';

import { useAuth } from '#app/auth/auth-client.ts';
import { isAuthPath } from '#app/auth/protected-paths.ts';
import { storeCurrentUrl } from '#app/auth/return-url.ts';
import type { Viewer } from '#app/auth/session/viewer.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

/** Signed-out visitors need none. */
const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu);

/**
 * The signed-in user, or the link to sign in; the server renders it too, so that nothing flashes.
 */
export function HeaderAccount() {
  const auth = useAuth();
  const viewer = useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null;
  const { pathname } = useLocation();
  // Users who are signing out are not asked for anything.
  if (pathname === '/signout') return null;
  // Until Firebase answers, the server's word is the best there is; and a session that could not be
  // ended goes on, whatever the browser has forgotten.
  const user = auth.user ?? viewer;
  if (user) {
    return (
      <Suspense fallback={<span className="size-9 pointer-coarse:size-11" />}>
        <UserMenu user={user} />
      </Suspense>
    );
  }
  if (isAuthPath(pathname)) return null;
  return (
    <Link
      to="/login"
      onClick={() => void storeCurrentUrl()}
      className={buttonClass('secondary', 'pointer-coarse:min-h-11')}
    >
      Sign in
    </Link>
  );
}
