import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkReturnUrl } from '#app/auth/check-return-url.ts';
import { chooseTarget } from '#app/auth/return-url.ts';

import { RETURN_ADDRESSES } from '../security/return-addresses.ts';

const ORIGIN = 'https://builder.example';

describe('a return URL', () => {
  test.each([
    ['/', '/'],
    ['/my-projects?tab=open&sort=-name', '/my-projects?tab=open&sort=-name'],
    ['/chat/abc#try', '/chat/abc'],
    ['/a/../b', '/b'],
    ['/search?q=https://evil.example', '/search?q=https://evil.example'],
    ['/logins', '/logins'],
  ])('%s leads to %s', (value, path) => {
    expect(checkReturnUrl(value, ORIGIN)).toBe(path);
  });

  test.each(RETURN_ADDRESSES.map((value) => [value]))('%j leads nowhere', (value) => {
    expect(checkReturnUrl(value, ORIGIN)).toBeNull();
  });

  test('never leaves our origin, nor leads back to signing in, whatever is asked for', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', '%2f', '%5c', 'e', 'login'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          nasty.map((text) => `/${text}`),
          nasty,
          fc.webUrl(),
        ),
        (value) => {
          const checked = checkReturnUrl(value, ORIGIN);
          if (checked === null) return;
          const url = new URL(checked, ORIGIN);
          expect(url.origin).toBe(ORIGIN);
          expect(url.pathname + url.search).toBe(checked);
          expect(checkReturnUrl(checked, ORIGIN)).toBe(checked);
          expect(url.pathname).not.toMatch(/^\/(login|signout|email-login|auth)(\/|$)/i);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('after signing in', () => {
  test('what was stored goes before what the address asks for, and both before the start', () => {
    expect(chooseTarget('/chats', '/github', ORIGIN)).toBe('/chats');
    expect(chooseTarget(null, '/github', ORIGIN)).toBe('/github');
    expect(chooseTarget(null, null, ORIGIN)).toBe('/');
  });

  test('what may not be returned to is passed over', () => {
    expect(chooseTarget('//evil.example', '/github', ORIGIN)).toBe('/github');
    expect(chooseTarget('//evil.example', 'https://evil.example', ORIGIN)).toBe('/');
    expect(chooseTarget('/login', '/signout', ORIGIN)).toBe('/');
  });
});
