import { fail, succeed, type Result } from '#app/platform/result.ts';

/** One scheme and one token68 (RFC 6750, 2.1; RFC 9110, 11.4). */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * The bearer token of a request; null where it has no Authorization header at all. Two headers, a
 * raw token, another scheme or anything around the token fail: no cookie may rescue them.
 */
export function readBearer(
  request: Request,
): Result<string | null, { reason: 'invalidToken'; why: string }> {
  const authorization = request.headers.get('authorization');
  if (authorization === null) return succeed(null);
  const token = BEARER.exec(authorization)?.[1];
  return token === undefined
    ? fail({ reason: 'invalidToken', why: 'the Authorization header is not one bearer token' })
    : succeed(token);
}
