import { createAuthority, toAnyResource } from '#app/oauth/authority.server.ts';
import { ToolScope } from '#app/oauth/tool-scope.ts';
import { readGrantMetadata, toClientMark, type ConnectedApp } from './connected-app.ts';
import { noteEndedGrant } from './ended-grant-store.server.ts';

interface Store {
  env: Pick<Env, 'OAUTH_KV'>;
  origin: string;
}

const GRANT_ID = /^[\w-]{1,64}$/;
/** Grants that are read at once. */
const PAGE = 100;

/** Every app that a user lets call an endpoint, the newest first. */
export async function listConnectedApps(store: Store, uid: string): Promise<ConnectedApp[]> {
  const grants = await listGrants(store, uid);
  return grants
    .flatMap(({ id, clientId, metadata, scope, createdAt, expiresAt }) => {
      const about = readGrantMetadata(metadata);
      if (about === null) return [];
      const scopes = ToolScope.options.filter((each) => scope.includes(each));
      const expiry = expiresAt === undefined ? null : expiresAt * 1_000;
      const client = toClientMark(clientId);
      return [{ id, ...about, client, scopes, createdAt: createdAt * 1_000, expiresAt: expiry }];
    })
    .toSorted((one, other) => other.createdAt - one.createdAt);
}

/**
 * Ends a grant with all of its tokens; false: the user has none of this id. The database tells every place at once,
 * the store of tokens much later.
 */
export async function revokeApp(
  store: Store & { env: Pick<Env, 'DB'> },
  uid: string,
  id: string,
): Promise<boolean> {
  if (!(await hasGrant(store.env, uid, id))) return false;
  await noteEndedGrant(store.env.DB, id, Date.now());
  await (await openGrants(store)).revokeGrant(id, uid);
  return true;
}

/** Ends all grants of a user who is deleted, page by page. */
export async function revokeAppsOf(env: Pick<Env, 'OAUTH_KV'>, uid: string): Promise<void> {
  // Grants are found by their user: whose address it is does not matter.
  const oauth = await openGrants({ env, origin: 'https://localhost' });
  let cursor: string | undefined;
  do {
    const page = await oauth.listUserGrants(uid, { limit: PAGE, ...(cursor ? { cursor } : {}) });
    for (const { id } of page.items) await oauth.revokeGrant(id, uid);
    ({ cursor } = page);
  } while (cursor !== undefined);
}

/** Whether a user's grant stands. */
async function hasGrant(env: Pick<Env, 'OAUTH_KV'>, uid: string, id: string): Promise<boolean> {
  return GRANT_ID.test(id) && (await env.OAUTH_KV.get(toGrantKey(uid, id))) !== null;
}

/**
 * The app of a user's grant by the name that it gave itself; null: the grant does not stand. Tokens that were
 * given beside its end outlive it in the store.
 */
export async function findAppName(
  env: Pick<Env, 'OAUTH_KV'>,
  uid: string,
  id: string,
): Promise<{ name: string | null } | null> {
  if (!GRANT_ID.test(id)) return null;
  const grant = await env.OAUTH_KV.get<{ metadata?: unknown }>(toGrantKey(uid, id), 'json');
  if (grant === null) return null;
  return { name: readGrantMetadata(grant.metadata)?.name ?? null };
}

/** The key of the library (its storage-schema.md). */
function toGrantKey(uid: string, id: string): string {
  return `grant:${uid}:${id}`;
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
