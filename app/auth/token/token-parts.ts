import { base64url } from 'jose';

import { succeed, type Result } from '#app/platform/result.ts';

import { isMembers, refuseToken, type InvalidToken } from './token-claims.ts';

/** The three segments of a compact JWS, still encoded. */
export interface TokenParts {
  header: string;
  payload: string;
  /** Empty in a token without one. */
  signature: string;
}

export const MAX_TOKEN_LENGTH = 8_192;

/** A string of JSON, and whether it is the name of a member. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/** A byte order mark is kept, and then is no JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Splits a compact JWS of at most 8 KiB into its segments, without decoding them. */
export function splitToken(token: string): Result<TokenParts, InvalidToken> {
  if (token.length > MAX_TOKEN_LENGTH) return refuseToken('too long');
  const first = token.indexOf('.');
  const second = token.indexOf('.', first + 1);
  const hasThree = first !== -1 && second !== -1 && !token.includes('.', second + 1);
  if (!hasThree) return refuseToken('not three segments');
  return succeed({
    header: token.slice(0, first),
    payload: token.slice(first + 1, second),
    signature: token.slice(second + 1),
  });
}

const BASE64URL = /^[\w-]*$/;

/** The last characters whose bits all belong to bytes, by the length of the last group. */
const LAST_CHARACTERS = ['', null, 'AQgw', 'AEIMQUYcgkosw048'];

/** Whether a segment is the one spelling of its bytes in base64url (RFC 4648, 3.5). */
export function isCanonical(segment: string): boolean {
  const rest = segment.length % 4;
  const last = LAST_CHARACTERS[rest] ?? null;
  if (last === null || !BASE64URL.test(segment)) return false;
  return rest === 0 || last.includes(segment.slice(-1));
}

/** The JSON object of a canonical segment in UTF-8 that names no member twice; else null. */
export function readMembers(segment: string): Record<string, unknown> | null {
  if (!isCanonical(segment)) return null;
  try {
    const text = utf8.decode(base64url.decode(segment));
    const value: unknown = JSON.parse(text);
    return isMembers(value) && hasUniqueNames(value, text) ? value : null;
  } catch {
    return null;
  }
}

/** Parsing keeps one of two members of a name: then the text holds more names than the value. */
function hasUniqueNames(value: Record<string, unknown>, text: string): boolean {
  // Google's tokens are spelled like our own serialization, which is the quicker check.
  return JSON.stringify(value) === text || countNames(text) === countMembers(value);
}

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
