import { createAuthority, toAnyResource } from '#app/oauth/authority.server.ts';
import { ToolScope } from '#app/oauth/tool-scope.ts';
import { readGrantMetadata, type ConnectedApp } from './connected-app.ts';

interface Store {
  env: Pick<Env, 'OAUTH_KV'>;
  origin: string;
}

/** Grants that are read at once. */
const PAGE = 100;

/** Every app that a user lets call an endpoint, the newest first. */
export async function listConnectedApps(store: Store, uid: string): Promise<ConnectedApp[]> {
  const grants = await listGrants(store, uid);
  return grants
    .flatMap(({ id, metadata, scope, createdAt, expiresAt }) => {
      const about = readGrantMetadata(metadata);
      if (about === null) return [];
      const scopes = ToolScope.options.filter((each) => scope.includes(each));
      const expiry = expiresAt === undefined ? null : expiresAt * 1_000;
      return [{ id, ...about, scopes, createdAt: createdAt * 1_000, expiresAt: expiry }];
    })
    .toSorted((one, other) => other.createdAt - one.createdAt);
}

/** Ends a grant with all of its tokens; false: the user has none of this id. */
export async function revokeApp(store: Store, uid: string, id: string): Promise<boolean> {
  const grants = await listGrants(store, uid);
  if (!grants.some((grant) => grant.id === id)) return false;
  await (await openGrants(store)).revokeGrant(id, uid);
  return true;
}

/** Ends all grants of a user who is deleted. */
export async function revokeAppsOf(env: Pick<Env, 'OAUTH_KV'>, uid: string): Promise<void> {
  // Grants are found by their user: whose address it is does not matter.
  const store = { env, origin: 'https://localhost' };
  const grants = await listGrants(store, uid);
  const oauth = await openGrants(store);
  for (const { id } of grants) await oauth.revokeGrant(id, uid);
}

async function listGrants(store: Store, uid: string) {
  const oauth = await openGrants(store);
  const first = await oauth.listUserGrants(uid, { limit: PAGE });
  const found = [...first.items];
  let { cursor } = first;
  while (cursor !== undefined) {
    const next = await oauth.listUserGrants(uid, { limit: PAGE, cursor });
    found.push(...next.items);
    ({ cursor } = next);
  }
  return found;
}

async function openGrants({ env, origin }: Store) {
  const authority = await createAuthority({ origin }, toAnyResource(origin));
  return authority.getOAuthApi(env);
}
