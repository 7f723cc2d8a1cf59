import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { readBearer } from '#app/auth/token/bearer.ts';
import { hasKeyInAddress, looksLikeApiKey } from '#app/api-keys/api-key-token.ts';
import { findVerifiedKey, keepVerifiedKey } from '#app/api-keys/verified-keys.server.ts';
import { verifyKey, type KeyRefusal } from '#app/api-keys/verify-key.server.ts';
import { findUserSuspension, isAccountSuspended } from '#app/controls/current-controls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { KeyCaller } from '#app/projects/project-caller.ts';

/** Type of the problem of a key that may call endpoints only. */
export const MANAGE_REQUIRED_TYPE = 'urn:mcp-builder:manage-required';

/** Why a request may not manage anything. */
export type KeyFailure =
  | { reason: 'keyInAddress' }
  | { reason: 'keyMissing' }
  | { reason: 'keyRefused'; why: KeyRefusal['reason'] | 'noKey' | 'suspended' }
  /** A valid key that may call endpoints only. */
  | { reason: 'callsOnly' }
  | Extract<AuthFailure, { reason: 'storeUnavailable' }>;

/**
 * Requires a key that may manage projects. Cookies and ID tokens are not looked at, and a key that
 * cannot be one is refused before the database is asked. A revoked one is refused at once.
 */
export async function requireKey(
  app: AppContext,
  request: Request,
): Promise<Result<KeyCaller, KeyFailure>> {
  if (hasKeyInAddress(request.url)) return fail({ reason: 'keyInAddress' });
  const bearer = readBearer(request);
  if (!bearer.ok) return fail({ reason: 'keyRefused', why: 'noKey' });
  if (bearer.value === null) return fail({ reason: 'keyMissing' });
  if (!looksLikeApiKey(bearer.value)) return fail({ reason: 'keyRefused', why: 'noKey' });
  try {
    const now = Date.now();
    const found = await verifyKey(app.env.DB, bearer.value, now, app.waitUntil);
    if (!found.ok) return fail({ reason: 'keyRefused', why: found.reason });
    keepVerifiedKey(bearer.value, found.value, now);
    const { id: key, account: accountId, createdBy: uid, projects, mayManage } = found.value;
    const isBarred =
      (await isAccountSuspended(app, accountId)) || (await findUserSuspension(app, uid)) !== null;
    if (isBarred) return fail({ reason: 'keyRefused', why: 'suspended' });
    if (!mayManage) return fail({ reason: 'callsOnly' });
    return succeed({ kind: 'key', key, accountId, uid, projects });
  } catch (error) {
    app.log.error('key.unverified', { error });
    return fail({ reason: 'storeUnavailable' });
  }
}

/** Whether a request has a key that was valid a moment ago, so that it is nobody's guess; the database is not asked. */
export async function hasKnownKey(request: Request): Promise<boolean> {
  const bearer = readBearer(request);
  if (!bearer.ok || bearer.value === null) return false;
  return findVerifiedKey(bearer.value, Date.now()) !== null;
}

/** The problem document of a refused request; every key that does not count gets the same words. */
export function answerKeyFailure(app: AppContext, failure: KeyFailure): Response {
  switch (failure.reason) {
    case 'keyInAddress':
      return problem(app, {
        status: 400,
        detail: 'A key never goes into an address: send it in the Authorization header.',
      });
    case 'keyMissing':
      return problem(app, {
        status: 401,
        detail: 'Send an API key that may manage projects, as "Authorization: Bearer mcpb_live_…".',
        headers: { 'www-authenticate': 'Bearer' },
      });
    case 'keyRefused':
      app.log.info('key.refused', { why: failure.why });
      return problem(app, {
        status: 401,
        detail:
          'This is not a valid API key. It may be mistyped, revoked or expired. ID tokens and the tokens of drafts do not count here.',
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
    case 'callsOnly':
      return problem(app, {
        status: 403,
        type: MANAGE_REQUIRED_TYPE,
        title: 'manage_required',
        detail:
          'This key may call endpoints only. Create one with the right “Manage through the API”, at /api-keys.',
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
      });
    case 'storeUnavailable':
      return answerAuthFailure(app, failure);
  }
}
