import { describe, expect, test } from 'vitest';

import { readEmulatorToken } from '#app/auth/token/emulator-token.server.ts';

import { encodePart, makeClaims } from '../setup/id-token.ts';

const rules = { projectId: 'demo-mcp', nowSeconds: Math.floor(Date.now() / 1_000) };

const unsigned = (header: object, claims: object, signature = '') =>
  `${encodePart(JSON.stringify(header))}.${encodePart(JSON.stringify(claims))}.${signature}`;
const NONE = { alg: 'none', typ: 'JWT' };

describe('a token of the emulator', () => {
  test('is read by builds for the emulator', () => {
    expect(readEmulatorToken(unsigned(NONE, makeClaims()), rules)).toMatchObject({
      ok: true,
      value: { uid: 'user-1', provider: 'google.com' },
    });
  });

  test('is held to every rule about claims', () => {
    for (const over of [{ aud: 'other' }, { sub: '' }, { exp: 1 }, { firebase: { tenant: 't' } }]) {
      expect(readEmulatorToken(unsigned(NONE, makeClaims(over)), rules).ok).toBe(false);
    }
  });

  test('counts for projects named demo-… only', () => {
    const claims = makeClaims({ aud: 'live', iss: 'https://securetoken.google.com/live' });
    const live = { ...rules, projectId: 'live' };
    expect(readEmulatorToken(unsigned(NONE, claims), live).ok).toBe(false);
  });

  test('has neither a signature nor another algorithm', () => {
    expect(readEmulatorToken(unsigned(NONE, makeClaims(), 'AAAA'), rules).ok).toBe(false);
    expect(readEmulatorToken(unsigned({ alg: 'RS256' }, makeClaims()), rules).ok).toBe(false);
  });
});
