import type { UserCaller } from '#app/auth/caller.server.ts';
import { loadRole } from '#app/auth/user-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { toEndpointStub, type EndpointLease } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { findProjectOfSlug } from '#app/projects/slug-store.server.ts';
import { isSlug } from '#app/projects/slug.ts';

/** The endpoint with this name as it is served now; null: nothing is. */
export async function findEndpoint(app: AppContext, slug: string): Promise<EndpointLease | null> {
  if (!isSlug(slug)) return null;
  const project = await findProjectOfSlug(app.env.DB, slug);
  if (project === null) return null;
  const leased = await toEndpointStub(app.env, project).lease();
  return leased.ok ? leased.value : null;
}

/** Whether a signed-in user may call an endpoint: of a private one only members of its account. */
export async function mayUserCall(
  app: Pick<AppContext, 'env'>,
  { account, visibility }: Pick<EndpointLease, 'account' | 'visibility'>,
  user: Pick<UserCaller, 'uid'> & { account: string },
): Promise<boolean> {
  if (visibility !== 'private' || user.account === account) return true;
  return (await loadRole(app.env.DB, account, user.uid)) !== null;
}
