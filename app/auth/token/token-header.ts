import { succeed, type Result } from '#app/platform/result.ts';

import { refuseToken, type InvalidToken } from './token-claims.ts';
import { readMembers } from './token-parts.ts';

/** Google's are 40 characters long. */
export const MAX_KEY_ID_LENGTH = 128;

const MEMBERS = new Set(['alg', 'kid', 'typ']);

/** The key id of a token's header, if that is one of RS256 and says nothing else. */
export function readHeader(segment: string): Result<string, InvalidToken> {
  const header = readMembers(segment);
  if (!header) return refuseToken('malformed header');
  const { alg, kid, typ } = header;
  if (alg !== 'RS256') return refuseToken('algorithm');
  if (typ !== undefined && typ !== 'JWT') return refuseToken('type');
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KEY_ID_LENGTH) {
    return refuseToken('key id');
  }
  if (!Object.keys(header).every((name) => MEMBERS.has(name))) return refuseToken('header');
  return succeed(kid);
}
