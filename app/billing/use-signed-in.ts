import { useRouteLoaderData } from 'react-router';

import { useAuth } from '#app/auth/auth-client.ts';
import type { Viewer } from '#app/auth/session/viewer.ts';

/** Who looks at a page: a uid, null for nobody, undefined until that is known. */
export function useSignedIn(): string | null | undefined {
  const { user, status } = useAuth();
  const viewer = useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null;
  // Until Firebase answers, the server's word is the best there is.
  const known = user ?? viewer;
  if (known) return known.uid;
  return status === 'settling' ? undefined : null;
}
