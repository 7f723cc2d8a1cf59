import { describe, expect, test } from 'vitest';

import {
  addKnown,
  createKnownTokens,
  getKnown,
  type KnownTokens,
} from '#app/auth/token/known-tokens.server.ts';
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

/** What an isolate knows after it has verified the token. */
function knowing(): KnownTokens<string> {
  const known = createKnownTokens<string>();
  addKnown(known, token, verified);
  return known;
}

describe('a token that was verified before', () => {
  test('is known as soon as it comes again', () => {
    expect(getKnown(createKnownTokens<string>(), token, rules, keys)).toBeNull();
    expect(getKnown(knowing(), token, rules, keys)).toEqual(claims);
    // The text of another request is the same token.
    const [head, payload, signature] = token.split('.');
    expect(getKnown(knowing(), [head, payload, signature].join('.'), rules, keys)).toEqual(claims);
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
      expect(getKnown(knowing(), other, rules, keys)).toBeNull();
    }
  });

  test('is known until the second of its expiry', () => {
    expect(getKnown(knowing(), token, { ...rules, nowSeconds: 4_599 }, keys)).toEqual(claims);
    const known = knowing();
    expect(getKnown(known, token, { ...rules, nowSeconds: 4_600 }, keys)).toBeNull();
    expect(known).toMatchObject({ byToken: new Map(), characters: 0 });
  });

  test('is unknown to another project, without its key and under another key of that id', () => {
    expect(getKnown(knowing(), token, { ...rules, projectId: 'demo-b' }, keys)).toBeNull();
    expect(getKnown(knowing(), token, rules, undefined)).toBeNull();
    expect(getKnown(knowing(), token, rules, new Map([['key-2', 'imported']]))).toBeNull();
    expect(getKnown(knowing(), token, rules, new Map([['key-1', 'anew']]))).toBeNull();
  });

  test('makes room for others after two thousand of them, the oldest first', () => {
    const known = knowing();
    const others = Array.from({ length: 2_000 }, (_, n) => `h.p.${String(n).padStart(64, '0')}`);
    for (const other of others) addKnown(known, other, verified);
    expect(known.byToken.size).toBe(2_000);
    expect(known.characters).toBe(2_000 * 68);
    expect(getKnown(known, token, rules, keys)).toBeNull();
    expect(getKnown(known, others[0] ?? '', rules, keys)).toEqual(claims);
  });

  test('makes room for others where they are long', () => {
    const known = knowing();
    for (let n = 0; n < 300; n += 1) addKnown(known, String(n).padStart(8_192, 'x'), verified);
    expect(known.byToken.size).toBe(256);
    expect(known.characters).toBe(2 * 1_024 * 1_024);
    expect(getKnown(known, token, rules, keys)).toBeNull();
  });

  test('that is verified once more takes no more room', () => {
    const known = knowing();
    addKnown(known, token, verified);
    expect(known.byToken.size).toBe(1);
    expect(known.characters).toBe(token.length);
  });
});
