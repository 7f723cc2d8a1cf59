import type { Result } from '#app/platform/result.ts';

import {
  readClaims,
  refuseToken,
  type ClaimRules,
  type InvalidToken,
  type TokenClaims,
} from './token-claims.ts';
import { readMembers, splitToken } from './token-parts.ts';

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
  const isUnsigned =
    parts.value.signature === '' && readMembers(parts.value.header)?.['alg'] === 'none';
  const payload = readMembers(parts.value.payload);
  if (!isUnsigned || !payload || !rules.projectId.startsWith('demo-')) {
    return refuseToken('no token of the emulator');
  }
  return readClaims(payload, rules);
}
