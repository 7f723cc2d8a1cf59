import { exports } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { isBreached } from '#app/auth/password/is-breached.ts';

const ORIGIN = 'https://builder.test';

/** The page asks our own server. */
function askFromPage() {
  const asked: string[] = [];
  const outside = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    // The Worker runs in the same isolate, and asks the list.
    if (!path.startsWith('/')) return outside(path, init);
    asked.push(path);
    return exports.default.fetch(new Request(ORIGIN + path, init));
  });
  return asked;
}

afterEach(() => void vi.unstubAllGlobals());

describe('a new password', () => {
  test('that leaked is known, by five characters of its hash alone', async () => {
    const asked = askFromPage();
    expect(await isBreached('password1')).toBe(true);
    expect(await isBreached('letmein now')).toBe(true);
    expect(asked).toHaveLength(2);
    for (const path of asked) expect(path).toMatch(/^\/api\/passwords\/[0-9A-F]{5}$/);
  });

  test('that did not, and one of which nobody can tell, are taken', async () => {
    askFromPage();
    expect(await isBreached('correct horse battery')).toBe(false);
    expect(await isBreached('nobody knows')).toBe(false);
  });
});

describe('the list that pages ask', () => {
  const ask = (prefix: string) =>
    exports.default.fetch(new Request(`${ORIGIN}/api/passwords/${prefix}`));

  test('is padded, and kept by nobody', async () => {
    const response = await ask('ABCDE');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const lines = (await response.text()).split('\r\n');
    expect(lines.length).toBeGreaterThanOrEqual(800);
    for (const line of lines) expect(line).toMatch(/^[0-9A-F]{35}:0$/);
  });

  test('takes a prefix and nothing else', async () => {
    for (const prefix of ['ABCD', 'ABCDEF', 'abcde', 'GHIJK', '..%2F..']) {
      expect((await ask(prefix)).status, prefix).toBe(400);
    }
  });
});
