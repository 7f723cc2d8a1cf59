import { describe, expect, test } from 'vitest';

import { addKnown, getKnown, type KnownTokens } from '#app/auth/token/known-tokens.server.ts';
import type { TokenClaims } from '#app/auth/token/token-claims.ts';

const claims: TokenClaims = {
  uid: 'user-1',
  email: null,
  isEmailVerified: false,
  displayName: null,
  photoURL: null,
  provider: 'password',
  authTimeSeconds: 1_000,
  issuedAtSeconds: 1_000,
  expiresAtSeconds: 4_600,
};

const SIGNATURE = 'signature-of-sixty-four-letters-'.repeat(2);
const token = `header.payload.${SIGNATURE}`;
const verified = { claims, projectId: 'demo-mcp', kid: 'key-1', key: 'imported' };
const keys = new Map([['key-1', 'imported']]);
const rules = { projectId: 'demo-mcp', nowSeconds: 1_000 };

/** What an isolate knows after a token was verified so often. */
function knowing(times: number): KnownTokens<string> {
  const known: KnownTokens<string> = new Map();
  for (let time = 0; time < times; time += 1) addKnown(known, token, verified);
  return known;
}

describe('a token that was verified before', () => {
  test('is known when it has come twice', () => {
    expect(getKnown(knowing(0), token, rules, keys)).toBeNull();
    expect(getKnown(knowing(1), token, rules, keys)).toBeNull();
    expect(getKnown(knowing(2), token, rules, keys)).toEqual(claims);
  });

  test('is told from every other one with the same end', () => {
    for (const other of [
      `header.forged.${SIGNATURE}`,
      `Header.payload.${SIGNATURE}`,
      token.slice(1),
      ` ${token}`,
      token.replace('h', 'ĥ'),
      SIGNATURE.slice(-24),
      `${'ĥ'.repeat(8_000)}.payload.${SIGNATURE}`,
    ]) {
      expect(getKnown(knowing(2), other, rules, keys)).toBeNull();
    }
  });

  test('is known until the second of its expiry', () => {
    expect(getKnown(knowing(2), token, { ...rules, nowSeconds: 4_599 }, keys)).toEqual(claims);
    const known = knowing(2);
    expect(getKnown(known, token, { ...rules, nowSeconds: 4_600 }, keys)).toBeNull();
    expect(known.size).toBe(0);
  });

  test('is unknown to another project, without its key and under another key of that id', () => {
    expect(getKnown(knowing(2), token, { ...rules, projectId: 'demo-b' }, keys)).toBeNull();
    expect(getKnown(knowing(2), token, rules, undefined)).toBeNull();
    expect(getKnown(knowing(2), token, rules, new Map([['key-2', 'imported']]))).toBeNull();
    expect(getKnown(knowing(2), token, rules, new Map([['key-1', 'anew']]))).toBeNull();
  });

  test('makes room for others after two thousand of them', () => {
    const known = knowing(2);
    for (let n = 0; n < 2_500; n += 1)
      addKnown(known, `h.p.${String(n).padStart(64, '0')}`, verified);
    expect(known.size).toBe(2_000);
    expect(getKnown(known, token, rules, keys)).toBeNull();
  });
});
