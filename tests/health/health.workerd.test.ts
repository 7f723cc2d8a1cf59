import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { Health, HEALTH_PARTS, type HealthPart } from '#app/health/health.ts';

import app from '../../workers/app.ts';

const ADDRESS = 'https://builder.test/api/health';

/** A binding whose every call fails with these words. */
function broken<Binding extends object>(binding: Binding, words = 'connection lost'): Binding {
  return new Proxy(binding, {
    get: () => () => {
      throw new Error(words);
    },
  });
}

/** A binding that fails for some of its members only. */
function without<Binding extends object>(binding: Binding, names: string[]): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (names.includes(String(name))) return () => Promise.reject(new Error('read-only'));
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** The isolate as it would be with these bindings. */
function isolate(over: Partial<Env> & Record<string, unknown> = {}) {
  const bindings = { ...env, ...over };
  return async (address = '203.0.113.9') => {
    const headers = { 'cf-connecting-ip': address };
    const context = createExecutionContext();
    const response = await app.fetch(new Request(ADDRESS, { headers }), bindings, context);
    return { response, body: await response.clone().text() };
  };
}

async function read(ask: ReturnType<typeof isolate>) {
  const { response, body } = await ask();
  const health = Health.parse(JSON.parse(body));
  const failed = HEALTH_PARTS.filter((part) => health.parts[part].status === 'failed');
  return { status: response.status, health, failed };
}

test('looks at every part, says how long each took, and tells nothing else', async () => {
  const response = await exports.default.fetch(new Request(ADDRESS));
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body: unknown = await response.json();
  const health = Health.parse(body);
  expect(body).toEqual(health);
  expect(health).toMatchObject({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  const { stripe, github, ...always } = health.parts;
  // Neither is set up here.
  expect([stripe.status, github.status]).toEqual(['off', 'off']);
  for (const [part, { status }] of Object.entries(always))
    expect([part, status]).toEqual([part, 'ok']);
});

test('a vital part that fails makes the service unhealthy, any other one degraded', async () => {
  const rows: [Partial<Env> & Record<string, unknown>, HealthPart[], number][] = [
    [{ DB: broken(env.DB) }, ['database', 'databaseWrites'], 503],
    [{ QUOTAS: broken(env.QUOTAS) }, ['objects'], 503],
    [{ BLOBS: broken(env.BLOBS) }, ['bucket'], 200],
    [{ BLOBS: without(env.BLOBS, ['put']) }, ['bucket'], 200],
    [{ CACHE: without(env.CACHE, ['get', 'put']) }, ['cache'], 200],
    [{ LOADER: undefined }, ['loader'], 200],
  ];
  for (const [over, parts, status] of rows) {
    const found = await read(isolate(over));
    expect([found.failed, found.status]).toEqual([parts, status]);
    expect(found.health.status).toBe(status === 503 ? 'down' : 'degraded');
  }
});

test('a database that takes no writes is down, although it can be read', async () => {
  const locked = new Proxy(env.DB, {
    get(target, name) {
      if (name !== 'prepare') return Reflect.get(target, name);
      return (sql: string) => {
        if (/^insert/i.test(sql)) throw new Error('attempt to write a readonly database');
        return target.prepare(sql);
      };
    },
  });
  const { failed, status } = await read(isolate({ DB: locked }));
  expect([failed, status]).toEqual([['databaseWrites'], 503]);
});

test('what failed is told by its name alone: no error leaves the Worker', async () => {
  const words = 'secret-host.internal refused';
  const { body } = await isolate({ DB: broken(env.DB, words), BLOBS: broken(env.BLOBS, words) })();
  expect(body).not.toContain('secret-host');
  expect(body).not.toContain('refused');
});

test('a part that never answers is given up, and costs no other part its finding', async () => {
  const silent = new Proxy(env.CACHE, { get: () => () => new Promise(() => {}) });
  const { failed, status } = await read(isolate({ CACHE: silent }));
  expect([failed, status]).toEqual([['cache'], 200]);
});

test('Stripe and GitHub are reached where they are set up', async () => {
  const ask = isolate({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    GITHUB_CLIENT_ID: 'Iv1.own',
    GITHUB_CLIENT_SECRET: 'secret',
  });
  const { health } = await read(ask);
  expect([health.parts.stripe.status, health.parts.github.status]).toEqual(['ok', 'ok']);
});

test('whoever asks often is answered from memory, and the parts are left alone', async () => {
  const counted = { reads: 0 };
  const BLOBS = new Proxy(env.BLOBS, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name === 'head') counted.reads += 1;
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const ask = isolate({ BLOBS });
  const first = await ask();
  for (let turn = 0; turn < 300; turn += 1) {
    const { response, body } = await ask();
    expect([response.status, body]).toEqual([200, first.body]);
  }
  expect(counted.reads).toBe(1);
});

test('whoever makes isolates look at their parts again and again is refused', async () => {
  const address = '203.0.113.77';
  const key = `health:${address}`;
  let taken = 0;
  while ((await env.LIMIT_CALLS.limit({ key })).success && taken < 1_000) taken += 1;
  expect((await isolate()(address)).response.status).toBe(429);
  expect((await isolate()('203.0.113.78')).response.status).toBe(200);
});
