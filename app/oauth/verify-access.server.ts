import { loadAccountId } from '#app/auth/user-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { sha256 } from '#app/platform/sha256.ts';
import type { EndpointLease } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { LEASE_MS } from '#app/projects/endpoint/lease-cache.server.ts';

import { isEndedGrant } from './apps/ended-grant-store.server.ts';
import { findAppName } from './apps/grant-store.server.ts';
import { createAuthority, toResource, type GrantProps } from './authority.server.ts';
import { BUILDER_SLUG } from './builder-slug.ts';
import { mayUserCall } from './find-endpoint.server.ts';

/** A client that a user lets call an endpoint. */
export interface AppAccess {
  /** Of the grant: the same for all of its tokens. */
  id: string;
  uid: string;
  /** The user's own account. */
  account: string;
  /** Whose endpoint the user let it call. */
  project: string;
  /** As the app calls itself; null: that is not known. */
  name: string | null;
  scope: readonly string[];
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const MAX_KEPT = 1_000;

/**
 * Verified tokens by the hash of endpoint and token: those of an app that was disconnected are refused after
 * `LEASE_MS`, by the database. The store of tokens tells other places of a change a minute later or more
 * (developers.cloudflare.com/kv/concepts/how-kv-works).
 */
const verified = new Map<string, { access: AppAccess; until: number }>();

/** User, grant and secret: no bearer token of ours has a colon. */
const ACCESS_TOKEN = /^bearer +([^:\s]{1,128}:[\w-]{8,64}:[\w-]{16,128})$/i;

/** The access token in a request's Authorization header; null: there is none, or another kind of token. */
export function readAccessToken(request: Request): string | null {
  return ACCESS_TOKEN.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/**
 * Verifies an access token for one endpoint and no other; null: it is unknown, expired or revoked, belongs to
 * another endpoint or to the project that had this address before, or its user may not call this one.
 *
 * @throws where the store cannot be read
 */
export async function verifyAccess(
  app: AppContext,
  { slug, lease }: { slug: string; lease: EndpointLease },
  token: string,
  now: number,
): Promise<AppAccess | null> {
  return verify(app, toResource(app.origin, slug), token, now, async (access) => {
    return access.project === lease.project && (await mayUserCall(app, lease, access));
  });
}

/** As {@link verifyAccess}, for the builder's endpoint, where every user works on their own account. */
export async function verifyBuilderAccess(
  app: AppContext,
  token: string,
  now: number,
): Promise<AppAccess | null> {
  const resource = toResource(app.origin, BUILDER_SLUG);
  return verify(app, resource, token, now, ({ project }) => project === '');
}

async function verify(
  app: AppContext,
  resource: string,
  token: string,
  now: number,
  isAllowed: (access: AppAccess) => boolean | Promise<boolean>,
): Promise<AppAccess | null> {
  const hash = await sha256(`${resource} ${token}`);
  const known = verified.get(hash);
  const isFresh = known !== undefined && now < known.until;
  const access = isFresh ? known.access : await readAccess(app, resource, token);
  if (access === null || !(await isAllowed(access))) {
    verified.delete(hash);
    return null;
  }
  if (!isFresh) {
    if (verified.size >= MAX_KEPT) verified.clear();
    verified.set(hash, { access, until: Math.min(now + LEASE_MS, access.expiresAt) });
  }
  return access;
}

async function readAccess(
  app: AppContext,
  resource: string,
  token: string,
): Promise<AppAccess | null> {
  const authority = await createAuthority(app, resource);
  const found = await authority.validateToken<GrantProps>(resource, token, app.env);
  if (found === null) return null;
  const { props, scope, expiresAt } = found;
  const [, grant = ''] = token.split(':');
  const [client, account, isEnded] = await Promise.all([
    findAppName(app.env, props.uid, grant),
    loadAccountId(app.env.DB, props.uid),
    isEndedGrant(app.env.DB, grant),
  ]);
  // An account that is gone has no apps either, whatever the store still holds.
  if (client === null || isEnded || account !== props.account) return null;
  const id = `app_${grant}`;
  return { ...props, id, name: client.name, scope, expiresAt: expiresAt * 1_000 };
}
