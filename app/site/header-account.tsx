import { Link, useLocation, useRouteLoaderData } from 'react-router';

import { useAuth } from '#app/auth/auth-client.ts';
import { isAuthPath } from '#app/auth/protected-paths.ts';
import { storeCurrentUrl } from '#app/auth/return-url.ts';
import type { Viewer } from '#app/auth/viewer.ts';
import { buttonClass } from '#app/ui/button.tsx';

import { UserMenu } from './user-menu.tsx';

/** Whoever is signed in, or the way to sign in; the server renders it too, so that nothing flashes. */
export function HeaderAccount() {
  const auth = useAuth();
  const viewer = useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null;
  const { pathname } = useLocation();
  // Until Firebase answers, the server's word is the best there is.
  const user = auth.status === 'settling' || auth.isStuck ? viewer : auth.user;
  if (user) return <UserMenu user={user} />;
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
