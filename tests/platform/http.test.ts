import { describe, expect, test } from 'vitest';

import { readCookies } from '#app/platform/cookies.ts';
import { fromBase64, toBase64Url } from '#app/platform/text/encoding.ts';
import { addressKey, readBytes } from '#app/platform/outbound/http-limits.ts';
import { isRandomId, randomId, timedId } from '#app/platform/ids.ts';
import { pagePolicy } from '#app/platform/security-headers.ts';
import { readTheme, writeTheme } from '#app/platform/theme.ts';

describe('a body', () => {
  const body = (text: string | ReadableStream, headers = {}) => new Response(text, { headers });

  test('within its limit is read whole', async () => {
    const read = await readBytes(body('x'.repeat(100)), 100);
    expect(read.ok && read.value.length).toBe(100);
    expect(await readBytes(new Response(null), 10)).toMatchObject({ ok: true });
  });

  test('one byte above is too large, whatever it announced', async () => {
    expect(await readBytes(body('x'.repeat(101)), 100)).toMatchObject({ reason: 'tooLarge' });
    const liar = body('x'.repeat(101), { 'content-length': '5' });
    expect(await readBytes(liar, 100)).toMatchObject({ reason: 'tooLarge' });
    const announced = body('x', { 'content-length': '101' });
    expect(await readBytes(announced, 100)).toMatchObject({ reason: 'tooLarge' });
  });

  test('without an end is dropped at the limit', async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(60)),
      cancel: () => void (isCancelled = true),
    });
    expect(await readBytes(body(endless), 100)).toMatchObject({ reason: 'tooLarge' });
    expect(isCancelled).toBe(true);
  });
});

describe('the address that requests are counted for', () => {
  const from = (address: string) =>
    addressKey(new Request('https://a.test/', { headers: { 'cf-connecting-ip': address } }));

  test('is an IPv4 address, however it is written', () => {
    expect(from('203.0.113.7')).toBe('203.0.113.7');
    expect(from('::ffff:203.0.113.7')).toBe('203.0.113.7');
  });

  test('is the /64 of an IPv6 address', () => {
    expect(from('2001:db8:1:2:3:4:5:6')).toBe(from('2001:db8:1:2:ffff::1'));
    expect(from('2001:db8:1:2::1')).not.toBe(from('2001:db8:1:3::1'));
  });

  test('is one for all where nobody says', () => {
    expect(addressKey(new Request('https://a.test/'))).toBe(from('nonsense'));
  });
});

describe('ids', () => {
  test('are 22 base62 characters, and never the same', () => {
    const ids = Array.from({ length: 500 }, randomId);
    expect(ids.every(isRandomId)).toBe(true);
    expect(new Set(ids).size).toBe(500);
    for (const text of ['', 'a'.repeat(21), 'a'.repeat(23), `${'a'.repeat(21)}-`]) {
      expect(isRandomId(text)).toBe(false);
    }
  });

  test('of requests sort by time', () => {
    const ids = [1_000, 1_001, 2_000_000_000_000].map(timedId);
    expect(ids.toSorted()).toEqual(ids);
    expect(ids.every((id) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
  });
});

describe('base64', () => {
  test('reads what it wrote, in both alphabets', () => {
    const bytes = crypto.getRandomValues(new Uint8Array(257));
    expect(fromBase64(toBase64Url(bytes))).toEqual(bytes);
    expect(fromBase64(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
  });

  test('reads nothing else', () => {
    for (const text of ['a', 'a b=', '%%%%', 'äöüß']) expect(fromBase64(text)).toBeNull();
  });
});

describe('cookies', () => {
  test('are found by their whole name, every one', () => {
    const header = 'theme=dark; xguest=1;guest=a.b=c; guest=second; broken';
    expect(readCookies(header, 'guest')).toEqual(['a.b=c', 'second']);
    expect(readCookies(null, 'guest')).toEqual([]);
  });

  test('keep a theme, and nothing but a theme', () => {
    for (const theme of ['light', 'dark', 'system'] as const) {
      expect(readTheme(writeTheme(theme).split(';')[0] ?? '')).toBe(theme);
    }
    for (const header of [null, '', 'theme=evil', 'xtheme=dark', 'theme="><script>']) {
      expect(readTheme(header)).toBe('system');
    }
  });
});

describe('the policy of a page', () => {
  const options = { nonce: 'N0nce', isCrossOrigin: false, isDevelopment: false };
  const directives = (policy: string) =>
    new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]));

  test('runs scripts by nonce only, and never evaluates a text', () => {
    const policy = pagePolicy(options);
    expect(directives(policy).get('script-src')).toBe(
      "script-src 'self' 'nonce-N0nce' 'strict-dynamic'",
    );
    expect(policy).not.toContain('unsafe-eval');
    for (const closed of ['base-uri', 'object-src', 'frame-ancestors', 'default-src']) {
      expect(directives(policy).get(closed)).toBe(`${closed} 'none'`);
    }
  });

  test('connects to us and to the identity service', () => {
    expect(directives(pagePolicy(options)).get('connect-src')).toBe(
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    );
  });

  test('frames the sign-in domain only, and lets live updates through in development', () => {
    expect(directives(pagePolicy(options)).get('frame-src')).toBe("frame-src 'none'");
    const policy = pagePolicy({ ...options, authDomain: 'auth.test', isDevelopment: true });
    expect(directives(policy).get('frame-src')).toBe('frame-src https://auth.test');
    expect(directives(policy).get('connect-src')).toMatch(/ ws:$/);
  });

  test('of the MCP client alone reaches other servers, those of the user’s machine too', () => {
    const client = { sandboxOrigin: 'https://apps.test' };
    const policy = pagePolicy({ ...options, authDomain: 'auth.test', client });
    expect(directives(policy).get('frame-src')).toBe(
      'frame-src https://auth.test https://apps.test',
    );
    expect(directives(policy).get('connect-src')).toMatch(
      / https: http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*$/,
    );
    const without = pagePolicy({ ...options, client: { sandboxOrigin: null } });
    expect(directives(without).get('frame-src')).toBe("frame-src 'none'");
  });
});
