import { authEmulatorHost } from 'virtual:build';
import * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { readBytes } from '#app/platform/outbound/http-limits.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts */
const API = 'identitytoolkit.googleapis.com/v1/accounts';
const API_URL = authEmulatorHost ? `http://${authEmulatorHost}/${API}` : `https://${API}`;

/** Two calls and our own deletion share the 10 s of an API request. */
const TIMEOUT_MS = 3_000;
const MAX_BODY_BYTES = 64 * 1_024;

const Accounts = z.object({
  users: z.optional(z.array(z.object({ localId: z.string(), disabled: z.optional(z.boolean()) }))),
});
const ApiError = z.object({ error: z.object({ message: z.string() }) });

export type IdentityFailure =
  /** Firebase has no such user any more. */
  | { reason: 'userMissing' }
  | { reason: 'userDisabled' }
  /** Firebase does not take this token any more: the password changed, say. */
  | { reason: 'tokenRefused' }
  /** It was too long ago that the user signed in. */
  | { reason: 'recentLoginRequired' }
  /** No answer, or none that says anything. */
  | { reason: 'identityUnavailable' };

type App = Pick<AppContext, 'config' | 'origin' | 'log'>;

/** Whether the user of an ID token still exists and is enabled, as Firebase says now. */
export async function lookUpUser(
  app: App,
  idToken: string,
): Promise<Result<{ uid: string }, IdentityFailure>> {
  const answer = await call(app, 'lookup', idToken);
  if (!answer.ok) return answer;
  const accounts = Accounts.safeParse(answer.value);
  if (!accounts.success) return fail({ reason: 'identityUnavailable' });
  const [user] = accounts.data.users ?? [];
  if (user === undefined) return fail({ reason: 'userMissing' });
  return user.disabled ? fail({ reason: 'userDisabled' }) : succeed({ uid: user.localId });
}

/** Deletes the user of an ID token at Firebase. */
export async function deleteUser(
  app: App,
  idToken: string,
): Promise<Result<null, IdentityFailure>> {
  const answer = await call(app, 'delete', idToken);
  return answer.ok ? succeed(null) : answer;
}

async function call(
  { config, origin, log }: App,
  method: 'lookup' | 'delete',
  idToken: string,
): Promise<Result<unknown, IdentityFailure>> {
  const url = `${API_URL}:${method}?key=${encodeURIComponent(config.FIREBASE_API_KEY)}`;
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A web key may be limited to the sites that use it.
      headers: { 'content-type': 'application/json', referer: `${origin}/` },
      body: JSON.stringify({ idToken }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await readBytes(response, MAX_BODY_BYTES);
    if (!body.ok) return fail({ reason: 'identityUnavailable' });
    const value: unknown = JSON.parse(new TextDecoder().decode(body.value));
    if (response.ok) return succeed(value);
    const failure = toFailure(value);
    log.warn('identity.refused', { method, status: response.status, ...failure });
    return fail(failure);
  } catch (error) {
    log.error('identity.unavailable', { method, error });
    return fail({ reason: 'identityUnavailable' });
  }
}

/** An error's message is a code in capitals, with words behind a colon at times. */
function toFailure(value: unknown): IdentityFailure {
  const parsed = ApiError.safeParse(value);
  const code = parsed.success ? /^[A-Z_]+/.exec(parsed.data.error.message)?.[0] : undefined;
  switch (code) {
    case 'USER_NOT_FOUND':
      return { reason: 'userMissing' };
    case 'USER_DISABLED':
      return { reason: 'userDisabled' };
    case 'INVALID_ID_TOKEN':
    case 'TOKEN_EXPIRED':
      return { reason: 'tokenRefused' };
    case 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN':
      return { reason: 'recentLoginRequired' };
    default:
      return { reason: 'identityUnavailable' };
  }
}
