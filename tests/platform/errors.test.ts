import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

import { answerError } from '#app/platform/failures/answer-error.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { openRequest } from '#app/platform/open-request.ts';
import { answerInvalid } from '#app/platform/validation.ts';

const Pet = z.strictObject({
  name: z.string().min(1, 'must not be empty'),
  tags: z.array(z.string('must be a text')),
});

/** A room of our kind, whose database says more than it should. */
const app = new Hono<AppEnv>()
  .use(openRequest)
  .get('/broken', () => {
    throw new Error('SQLITE_ERROR near "hunter2"');
  })
  .post('/pets', zValidator('json', Pet, answerInvalid), (c) => c.json(c.req.valid('json')))
  .get('/pets', zValidator('query', z.object({ page: z.coerce.number() }), answerInvalid), (c) =>
    c.json(c.req.valid('query')),
  )
  .get('/cached', (c) => c.text('x', 200, { 'cache-control': 'public, max-age=60' }))
  .get('/own-policy', (c) => c.html('<p>x', 200, { 'content-security-policy': 'sandbox' }))
  .get('/moved', (c) => c.redirect('/elsewhere'))
  .get('/fetched', () => Response.redirect('https://builder.test/elsewhere'));
app.onError((error, c) => answerError(c.var.app, c.req.raw, error));

const SEAL_KEYS = `a:${Buffer.from('x'.repeat(32)).toString('base64')}`;
const DEVELOPMENT_KEYS = `a:${Buffer.from('local-development-key-not-secret').toString('base64')}`;

function ask(path: string, init?: RequestInit, env: object = { SEAL_KEYS }): Promise<Response> {
  const url = path.startsWith('/') ? `https://builder.test${path}` : path;
  return Promise.resolve(app.request(url, init, { DB: {}, ...env }));
}

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
  }
});
afterEach(() => vi.restoreAllMocks());

describe('an error that nobody expected', () => {
  test('is answered by its request id alone, and logged whole', async () => {
    const response = await ask('/broken');
    const text = await response.text();
    const requestId = response.headers.get('x-request-id');
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/hunter2|SQLITE|stack/);
    expect(JSON.parse(text)).toMatchObject({ status: 500, requestId });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      event: 'request.failed',
      requestId,
      method: 'GET',
      path: '/broken',
      error: { message: expect.stringContaining('SQLITE_ERROR'), stack: expect.anything() },
    });
  });

  test('is a page for whoever reads pages', async () => {
    const response = await ask('/broken', { headers: { accept: 'text/html,*/*' } });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(text).toContain(response.headers.get('x-request-id'));
    expect(text).not.toMatch(/hunter2|%REQUEST_ID%/);
  });
});

describe('a request that a route does not understand', () => {
  const post = (body: string) =>
    ask('/pets', { method: 'POST', body, headers: { 'content-type': 'application/json' } });

  test('is told each fault with its place', async () => {
    const response = await post('{"name":"","tags":["a",1],"extra":true}');
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      title: 'Unprocessable Content',
      problems: [
        { path: '$.name', message: 'must not be empty' },
        { path: '$.tags[1]', message: 'must be a text' },
        { path: '$', message: expect.stringContaining('extra') },
      ],
    });
  });

  test('is unreadable where it is no JSON', async () => {
    const response = await post('{"name":');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: 400, requestId: expect.any(String) });
  });

  test('may be one whose query is wrong', async () => {
    const response = await ask('/pets?page=many');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ problems: [{ path: '$.page' }] });
  });
});

describe('headers', () => {
  test('of a route stay as it set them', async () => {
    const cached = await ask('/cached', { headers: { cookie: 'a=1' } });
    expect(cached.headers.get('cache-control')).toBe('public, max-age=60');
    const own = await ask('/own-policy');
    expect(own.headers.get('content-security-policy')).toBe('sandbox');
  });

  test('keep answers out of foreign stores where a route says nothing', async () => {
    expect((await ask('/pets?page=1')).headers.get('cache-control')).toBe('no-cache');
    const known = await ask('/pets?page=1', { headers: { cookie: 'a=1' } });
    expect(known.headers.get('cache-control')).toBe('private, no-store');
    expect(known.headers.get('vary')).toBe('Cookie');
  });

  test('are on redirects too, whoever made them', async () => {
    for (const path of ['/moved', '/fetched']) {
      const response = await ask(path);
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toMatch(/elsewhere$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('strict-transport-security')).toBeTruthy();
    }
  });
});

describe('a wrong configuration', () => {
  const CASES: [why: string, env: object, status: number, logged: RegExp][] = [
    ['without a key', {}, 500, /SEAL_KEYS is required/],
    ['with the published key', { SEAL_KEYS: DEVELOPMENT_KEYS }, 421, /published development key/],
    [
      'with the published key behind a real one',
      { SEAL_KEYS: `${SEAL_KEYS},${DEVELOPMENT_KEYS.replace('a:', 'b:')}` },
      421,
      /published development key/,
    ],
  ];

  test.each(CASES)(
    '%s serves nothing, and only the log says why',
    async (_why, env, status, logged) => {
      const response = await ask('/pets?page=1', undefined, env);
      const text = await response.text();
      expect(response.status).toBe(status);
      expect(text).not.toContain('SEAL_KEYS');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(lines.join()).toMatch(logged);
      expect(lines.join()).not.toContain('bG9jYWwt');
    },
  );

  test('with the published key is right on this machine', async () => {
    const env = { SEAL_KEYS: DEVELOPMENT_KEYS };
    for (const host of ['localhost:5173', '127.0.0.1:8787', '[::1]:80']) {
      expect((await ask(`http://${host}/pets?page=1`, undefined, env)).status).toBe(200);
    }
  });
});
