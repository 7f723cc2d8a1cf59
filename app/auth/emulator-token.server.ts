import { fail, type Result } from '#app/platform/result.ts';

import {
  readClaims,
  type ClaimRules,
  type InvalidToken,
  type TokenClaims,
} from './token-claims.ts';
import { splitToken } from './token-parts.ts';

/**
 * The claims of a token of the Firebase Auth emulator, which signs nothing: anybody can make one. So
 * it counts only for a project named `demo-…`, and only builds for the emulator hold this code.
 */
export function readEmulatorToken(
  token: string,
  rules: ClaimRules,
): Result<TokenClaims, InvalidToken> {
  const parts = splitToken(token);
  if (!parts.ok) return parts;
  const { header, payload, signature } = parts.value;
  const isUnsigned = header['alg'] === 'none' && signature === '';
  if (!isUnsigned || !rules.projectId.startsWith('demo-')) {
    return fail({ reason: 'invalidToken', why: 'no token of the emulator' });
  }
  return readClaims(payload, rules);
}
