import { createScheduledController } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { createLog } from '#app/platform/log.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import app from '../../workers/app.ts';

const ORIGIN = 'https://builder.test';

function ask(path: string, init?: RequestInit): Promise<Response> {
  return exports.default.fetch(new Request(`${ORIGIN}${path}`, init));
}

describe('addresses that no route takes', () => {
  test('an unknown API address is a problem document of its request', async () => {
    const response = await ask('/api/no-such-thing');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is nothing at /api/no-such-thing.',
      requestId: response.headers.get('x-request-id'),
    });
  });

  test('a wrong method is told which ones would do', async () => {
    const response = await ask('/api/health', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET');
  });
});

describe('headers', () => {
  const PLACES: [kind: string, path: string, init: RequestInit | undefined, status: number][] = [
    ['an API answer', '/api/health', undefined, 200],
    ['an unknown API address', '/api/nothing', undefined, 404],
    ['a refused method', '/api/health', { method: 'PUT' }, 405],
    [
      'a forged request',
      '/api/health',
      { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } },
      403,
    ],
  ];

  test.each(PLACES)('%s carries them all', async (_kind, path, init, status) => {
    const { headers, ...response } = await ask(path, init).then(async (answer) => {
      await answer.arrayBuffer();
      return { status: answer.status, headers: answer.headers };
    });
    expect(response.status).toBe(status);
    expect(headers.get('x-request-id')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('MCP endpoints may be read by pages of other origins', async () => {
    const response = await ask('/mcp/d/nobody', { method: 'POST' });
    await response.arrayBuffer();
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });
});

describe('requests that another site sent', () => {
  const url = '/api/health';
  const CASES: [why: string, headers: Record<string, string>, isRefused: boolean][] = [
    ['from our own page', { 'sec-fetch-site': 'same-origin', cookie: 'a=1' }, false],
    ['typed by the user', { 'sec-fetch-site': 'none', cookie: 'a=1' }, false],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, true],
    ['from a neighbour domain', { 'sec-fetch-site': 'same-site', origin: ORIGIN }, true],
    ['from an old browser on our page', { origin: ORIGIN, cookie: 'a=1' }, false],
    ['from an old browser elsewhere', { origin: 'https://evil.test' }, true],
    ['from a page without an origin', { origin: 'null' }, true],
    ['from our host by another scheme', { origin: 'http://builder.test' }, true],
    ['with a cookie and no word of its origin', { cookie: 'a=1' }, true],
    ['from a command line', {}, false],
    ['from a command line with a token', { authorization: 'Bearer x' }, false],
  ];

  test.each(CASES)('a post %s', async (_why, headers, isRefused) => {
    const response = await ask(url, { method: 'POST', headers });
    await response.arrayBuffer();
    // What is let through ends at the route, which takes no POST.
    expect(response.status).toBe(isRefused ? 403 : 405);
  });

  test('reading is never refused', async () => {
    const response = await ask(url, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(response.status).toBe(200);
  });

  test('an MCP endpoint reads no cookie, so it takes posts from anywhere', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    const response = await ask('/mcp/d/nobody', { method: 'POST', headers });
    await response.arrayBuffer();
    expect(response.status).not.toBe(403);
  });

  test('an address that only looks like an endpoint is no exception', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const path of ['/mcp-builder', '/mcp/../api/health', '/api/mcp/']) {
      expect((await ask(path, { method: 'POST', headers })).status).toBe(403);
    }
  });
});

describe('bodies', () => {
  test('one that announces too much is refused unread', async () => {
    const headers = { 'content-length': String(27 * 1_048_576) };
    const response = await ask('/api/health', { method: 'POST', headers, body: 'small' });
    expect([405, 413]).toContain(response.status);
  });

  test('one without a length is refused as soon as it is over', async () => {
    const chunk = new Uint8Array(1_048_576);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const response = await ask('/api/health', { method: 'POST', body: endless });
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(40);
    expect(await response.json()).toMatchObject({ status: 413, requestId: expect.any(String) });
  });
});

test('the hourly run removes drafts whose time is over', async () => {
  const add = env.DB.prepare(
    `INSERT INTO drafts (id, owner, revision, blueprint, artifact, warnings, created_at, expires_at)
     VALUES (?, 'guest', 1, 'b', 'a', 'w', 0, ?)`,
  );
  await env.DB.batch([add.bind('old', 1_000), add.bind('young', 3_000)]);
  const scheduledTime = new Date(2_000);
  await app.scheduled(createScheduledController({ scheduledTime }), env);
  const left = await env.DB.prepare('SELECT id FROM drafts').all<{ id: string }>();
  expect(left.results.map(({ id }) => id)).toEqual(['young']);
});

test('the limits of wrangler.toml count by key', async () => {
  const key = crypto.randomUUID();
  const outcomes: boolean[] = [];
  for (let turn = 0; turn < 25; turn += 1) {
    outcomes.push((await env.LIMIT_DRAFTS.limit({ key })).success);
  }
  expect(outcomes.filter(Boolean)).toHaveLength(20);
  expect((await env.LIMIT_DRAFTS.limit({ key: crypto.randomUUID() })).success).toBe(true);
});

test('whoever asks too often is told when to come back', async () => {
  const context = { requestId: 'R1', log: createLog({}, () => undefined) };
  const key = crypto.randomUUID();
  const take = () => refuseAboveRate(context, env.LIMIT_DRAFTS, key);
  for (let turn = 0; turn < 20; turn += 1) expect(await take()).toBeNull();
  const refused = await take();
  expect(refused?.status).toBe(429);
  expect(refused?.headers.get('retry-after')).toBe('60');
  expect(await refused?.json()).toMatchObject({ status: 429, requestId: 'R1' });
});
