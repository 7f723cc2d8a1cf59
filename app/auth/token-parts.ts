import { base64url } from 'jose';

import { fail, succeed, type Result } from '#app/platform/result.ts';

import { isMembers, type InvalidToken } from './token-claims.ts';

export interface TokenParts {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
  /** Still encoded; empty in a token without a signature. */
  signature: string;
}

export const MAX_TOKEN_LENGTH = 8_192;

/** Base64url without padding whose unused last bits are zero: one spelling for each content. */
const CANONICAL =
  /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{4}|[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])$/;

/** A string of JSON, and whether it is the name of a member. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Takes a compact JWS apart: three canonical segments, the first two of them JSON objects in UTF-8
 * that name no member twice. The signature may be missing: who accepts that is somebody else's rule.
 */
export function splitToken(token: string): Result<TokenParts, InvalidToken> {
  if (token.length > MAX_TOKEN_LENGTH) return refuse('too long');
  const [first, second, signature, ...rest] = token.split('.');
  if (first === undefined || second === undefined || signature === undefined || rest.length > 0) {
    return refuse('not three segments');
  }
  if (signature !== '' && !CANONICAL.test(signature)) return refuse('encoding of the signature');
  const header = readMembers(first);
  if (!header) return refuse('malformed header');
  const payload = readMembers(second);
  if (!payload) return refuse('malformed payload');
  return succeed({ header, payload, signature });
}

function readMembers(segment: string): Record<string, unknown> | null {
  if (!CANONICAL.test(segment)) return null;
  try {
    // A byte order mark is kept, and then is no JSON.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(base64url.decode(segment));
    const value: unknown = JSON.parse(text);
    return isMembers(value) && countNames(text) === countMembers(value) ? value : null;
  } catch {
    return null;
  }
}

/** Names of members in a JSON text; parsing keeps fewer where one stands twice in an object. */
function countNames(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(STRING)) if (colon !== undefined) count += 1;
  return count;
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : items.length;
  return items.reduce<number>((sum, item) => sum + countMembers(item), own);
}

function refuse(why: string): { ok: false } & InvalidToken {
  return fail({ reason: 'invalidToken', why });
}
