import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { readBearer } from '#app/auth/token/bearer.ts';
import { looksLikeApiKey } from '#app/api-keys/api-key-token.ts';
import { findVerifiedKey, keepVerifiedKey } from '#app/api-keys/verified-keys.server.ts';
import { verifyKey, type KeyRefusal, type VerifiedKey } from '#app/api-keys/verify-key.server.ts';
import { readAccessToken, verifyAccess, type AppAccess } from '#app/oauth/verify-access.server.ts';
import { findUserSuspension } from '#app/controls/current-controls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { EndpointLease } from '#app/projects/endpoint/endpoint-stub.server.ts';

/** The caller of an endpoint: by a key or as an app that may call it, or as anybody where it is public. */
export type EndpointCaller =
  | { kind: 'key'; key: VerifiedKey }
  | { kind: 'app'; access: AppAccess }
  | { kind: 'visitor' };

/** Why a caller is refused; `storeUnavailable`: nobody can tell right now. */
export type CallerRefusal =
  | { reason: 'keyMissing' }
  | {
      reason: 'keyRefused';
      why: KeyRefusal['reason'] | 'foreignKey' | 'noKey' | 'noAccess' | 'suspended';
    }
  | Extract<AuthFailure, { reason: 'storeUnavailable' }>;

/**
 * Identifies the caller of an endpoint by the key or access token in its Authorization header; cookies and addresses are not
 * looked at. A bad key is refused by a public endpoint, too.
 */
export async function identifyEndpointCaller(
  app: AppContext,
  request: Request,
  { slug, lease }: { slug: string; lease: EndpointLease },
  now: number,
): Promise<Result<EndpointCaller, CallerRefusal>> {
  const token = readAccessToken(request);
  if (token !== null) return identifyApp(app, { slug, lease }, token, now);
  const bearer = readBearer(request);
  if (!bearer.ok) return fail({ reason: 'keyRefused', why: 'noKey' });
  if (bearer.value === null) {
    return lease.visibility === 'public'
      ? succeed({ kind: 'visitor' })
      : fail({ reason: 'keyMissing' });
  }
  if (!looksLikeApiKey(bearer.value)) return fail({ reason: 'keyRefused', why: 'noKey' });
  const key = await findVerified(app, bearer.value, now);
  if (!key.ok) return key;
  if (await findUserSuspension(app, key.value.createdBy)) {
    return fail({ reason: 'keyRefused', why: 'suspended' });
  }
  const { account, projects } = key.value;
  const mayCall =
    account === lease.account && (projects === 'all' || projects.includes(lease.project));
  return mayCall
    ? succeed({ kind: 'key', key: key.value })
    : fail({ reason: 'keyRefused', why: 'foreignKey' });
}

async function identifyApp(
  app: AppContext,
  endpoint: { slug: string; lease: EndpointLease },
  token: string,
  now: number,
): Promise<Result<EndpointCaller, CallerRefusal>> {
  try {
    const access = await verifyAccess(app, endpoint, token, now);
    if (access === null) return fail({ reason: 'keyRefused', why: 'noAccess' });
    if (await findUserSuspension(app, access.uid)) {
      return fail({ reason: 'keyRefused', why: 'suspended' });
    }
    return succeed({ kind: 'app', access });
  } catch (error) {
    app.log.error('access.unverified', { error });
    return fail({ reason: 'storeUnavailable' });
  }
}

async function findVerified(
  app: AppContext,
  token: string,
  now: number,
): Promise<Result<VerifiedKey, CallerRefusal>> {
  const known = findVerifiedKey(token, now);
  if (known !== null) return succeed(known);
  try {
    const found = await verifyKey(app.env.DB, token, now, (written) => app.waitUntil(written));
    if (!found.ok) return fail({ reason: 'keyRefused', why: found.reason });
    keepVerifiedKey(token, found.value, now);
    return found;
  } catch (error) {
    app.log.error('key.unverified', { error });
    return fail({ reason: 'storeUnavailable' });
  }
}
