import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { GOOGLE_KEYS_URL, type FetchKeys } from '#app/auth/token/key-set-google.server.ts';
import { createTokenVerifier, type VerifyToken } from '#app/auth/token/verify-token.server.ts';

import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { createSigner, makeClaims, type TokenSigner } from '../setup/id-token.ts';
import { openKeyServer } from '../setup/key-server.workerd.ts';

const KV_KEY = 'firebase-keys:v1';

/** Every test begins at this time, with tokens that live as long as the test. */
const START = 1_800_000_000_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const GOOD = { ok: true };
const UNKNOWN = { ok: false, reason: 'invalidToken', why: 'unknown key' };
const UNAVAILABLE = { ok: false, reason: 'keysUnavailable' };

const DOWN = { status: 503, body: 'down' };

let old: TokenSigner;
let next: TokenSigner;
let small: TokenSigner;
let server: ReturnType<typeof openKeyServer>;
let app: ReturnType<typeof makeApp>;
let isolate: VerifyToken;
let now = START;

beforeAll(async () => {
  [old, next, small] = await Promise.all([
    createSigner('old'),
    createSigner('next'),
    createSigner('small', 1_024),
  ]);
});

beforeEach(async () => {
  now = START;
  app = makeApp();
  server = openKeyServer();
  isolate = createTokenVerifier(server.fetchKeys);
  await server.publish([old], 6 * 60 * 60);
});

afterEach(async () => {
  await app.settle();
  await env.CACHE.delete(KV_KEY);
});

/** What becomes of a new token of this signer, after so long, on an isolate. */
async function ask(signer: TokenSigner, after = now - START, on = isolate, at = app) {
  now = START + after;
  const token = await signer.sign(makeClaims({ sub: crypto.randomUUID() }, now));
  return on(at, token, () => now);
}

/** The id of a key that there never was. */
async function askMadeUp(after = now - START) {
  now = START + after;
  const token = await old.sign(makeClaims({}, now), { kid: crypto.randomUUID() });
  return isolate(app, token, () => now);
}

describe('keys in memory', () => {
  test('are fetched once for fifty tokens at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(old)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(50);
    expect(await server.countFetches()).toBe(1);
  });

  test('are fetched once for fifty tokens while the key server is slow', async () => {
    await server.set({ body: JSON.stringify({ keys: [old.publicJwk] }), delayMs: 300 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(old)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(50);
    expect(await server.countFetches()).toBe(1);
  });

  test('fail fifty tokens by one fetch while the key server is down', async () => {
    await server.set(DOWN);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(old)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify(UNAVAILABLE)]),
    );
    expect(await server.countFetches()).toBe(1);
  });

  test('are fresh for as long as max-age says', async () => {
    for (const after of [0, HOUR, 6 * HOUR - SECOND])
      expect(await ask(old, after)).toEqual(expect.objectContaining(GOOD));
    expect(await server.countFetches()).toBe(1);
    expect(await ask(old, 6 * HOUR)).toMatchObject(GOOD);
    await app.settle();
    expect(await server.countFetches()).toBe(2);
  });

  test.each([
    ['no-store', 5 * MINUTE],
    ['public, max-age=0', 5 * MINUTE],
    ['public, max-age=1, must-revalidate', 5 * MINUTE],
    ['public, s-maxage=9, max-age=600', 10 * MINUTE],
    ['max-age=31536000', DAY],
  ])('are fresh for 5 minutes at least and a day at most: %s', async (cacheControl, freshFor) => {
    const body = JSON.stringify({ keys: [old.publicJwk] });
    await server.set({ body, headers: { 'cache-control': cacheControl } });
    await ask(old, 0);
    await ask(old, freshFor - SECOND);
    await app.settle();
    expect(await server.countFetches()).toBe(1);
    await ask(old, freshFor);
    await app.settle();
    expect(await server.countFetches()).toBe(2);
  });

  test('serve on past their time, ten of ten, while the key server is down', async () => {
    await ask(old, 0);
    await server.set(DOWN);
    for (let hour = 1; hour <= 10; hour += 1) {
      expect(await ask(old, 6 * HOUR + hour * 2 * HOUR)).toMatchObject(GOOD);
    }
  });

  test('serve on past their time while the key server hangs, without waiting for it', async () => {
    await ask(old, 0);
    await server.set({ delayMs: 3_000 });
    const asked = Array.from({ length: 10 }, () => ask(old, 7 * HOUR));
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject(GOOD);
    // Nothing has come back yet: one request went out, and nobody waited for its end.
    expect(app.lines).toEqual([]);
  });

  test('serve no more a day later, and nobody is told that a token is bad', async () => {
    await ask(old, 0);
    await server.set(DOWN);
    expect(await ask(old, 30 * HOUR - SECOND)).toMatchObject(GOOD);
    expect(await ask(old, 30 * HOUR + 5 * SECOND)).toEqual(UNAVAILABLE);
    await server.publish([old]);
    expect(await ask(old, 30 * HOUR + 11 * SECOND)).toMatchObject(GOOD);
  });

  test('past their last time do not serve a token that was verified before either', async () => {
    const token = await old.sign(makeClaims({}, START + 30 * HOUR - MINUTE));
    await ask(old, 0);
    await server.set(DOWN);
    const at = (after: number) => isolate(app, token, () => START + after);
    expect(await at(30 * HOUR - MINUTE)).toMatchObject(GOOD);
    expect(await at(30 * HOUR - SECOND)).toMatchObject(GOOD);
    expect(await at(30 * HOUR + SECOND)).toEqual(UNAVAILABLE);
  });
});

describe('a bad answer of the key server', () => {
  const other = openKeyServer();
  const elsewhere = `${GOOGLE_KEYS_URL}?server=${other.name}`;
  beforeAll(() => other.publish([next]));

  const keysOf = (...keys: object[]) => ({ body: JSON.stringify({ keys }) });
  const answers: [string, () => object][] = [
    ['an error', () => DOWN],
    ['no page', () => ({ ...keysOf(next.publicJwk), status: 404 })],
    ['another good status', () => ({ ...keysOf(next.publicJwk), status: 203 })],
    ['a redirect to good keys', () => ({ status: 302, headers: { location: elsewhere } })],
    ['a page', () => ({ body: '<!doctype html><title>Sign in</title>' })],
    ['nothing', () => ({ body: '' })],
    ['null', () => ({ body: 'null' })],
    ['a list', () => ({ body: JSON.stringify([next.publicJwk]) })],
    ['no keys', () => keysOf()],
    ['certificates instead of keys', () => ({ body: '{"next":"-----BEGIN CERTIFICATE-----"}' })],
    ['a small key', () => keysOf(small.publicJwk)],
    [
      'a key of another kind',
      () => keysOf({ kty: 'oct', kid: 'next', k: 'c2VjcmV0', alg: 'HS256' }),
    ],
    ['a key for another algorithm', () => keysOf({ ...next.publicJwk, alg: 'RS512' })],
    ['a key for encryption', () => keysOf({ ...next.publicJwk, use: 'enc' })],
    ['a key without an id', () => keysOf({ ...next.publicJwk, kid: undefined })],
    ['a key without a modulus', () => keysOf({ ...next.publicJwk, n: undefined })],
    ['two keys of one id', () => keysOf(next.publicJwk, { ...old.publicJwk, kid: 'next' })],
    ['more than 64 KiB', () => keysOf({ ...next.publicJwk, note: 'x'.repeat(65_536) })],
    ['half of the keys', () => ({ body: keysOf(next.publicJwk).body.slice(0, 200) })],
    ['a body that never ends', () => ({ body: '{"keys":[', stalls: true })],
    ['good keys, too late', () => ({ ...keysOf(next.publicJwk), delayMs: 3_000 })],
  ];

  test.each(answers)('never takes the place of good keys: %s', async (_, answer) => {
    await ask(old, 0);
    await server.set(answer());
    expect(await ask(next, MINUTE)).toEqual(UNAVAILABLE);
    expect(await ask(old)).toMatchObject(GOOD);
    await app.settle();
    expect(app.lines).toEqual([expect.objectContaining({ event: 'auth.keys.fetchFailed' })]);
  });

  test.each(answers)('is no verdict on a token when nothing is known: %s', async (_, answer) => {
    await server.set(answer());
    expect(await ask(next)).toEqual(UNAVAILABLE);
    expect(await ask(small)).toEqual(UNAVAILABLE);
    expect(await env.CACHE.get(KV_KEY)).toBeNull();
  });

  test('leaves out a key that cannot be used and takes the others', async () => {
    const foreign = { kty: 'EC', crv: 'P-256', kid: 'ec', x: 'AA', y: 'AA', alg: 'ES256' };
    await server.publish([{ publicJwk: foreign }, small, next]);
    expect(await ask(next)).toMatchObject(GOOD);
    expect(await ask(small)).toEqual(UNKNOWN);
  });

  test.each(['text/html', 'text/plain; charset=utf-16', ''])(
    'is not one for its type: %s',
    async (type) => {
      const body = JSON.stringify({ keys: [next.publicJwk] });
      await server.set({ body, headers: type === '' ? {} : { 'content-type': type } });
      expect(await ask(next)).toMatchObject(GOOD);
    },
  );

  test('is followed by five seconds of peace', async () => {
    await server.set(DOWN);
    for (const after of [0, SECOND, 4_999]) expect(await ask(old, after)).toEqual(UNAVAILABLE);
    expect(await server.countFetches()).toBe(1);
    await server.publish([old]);
    expect(await ask(old, 4_999)).toEqual(UNAVAILABLE);
    expect(await ask(old, 5 * SECOND)).toMatchObject(GOOD);
    expect(await server.countFetches()).toBe(2);
  });
});

describe('a key that is not known', () => {
  test('is looked for at once, and found after a rotation', async () => {
    expect(await ask(old, 0)).toMatchObject(GOOD);
    await server.publish([old, next]);
    expect(await ask(next, SECOND)).toMatchObject(GOOD);
    expect(await ask(old)).toMatchObject(GOOD);
    expect(await server.countFetches()).toBe(2);
  });

  test('is found once by fifty tokens of a rotated key at the same time', async () => {
    await ask(old, 0);
    await server.publish([next]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(next, MINUTE)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(50);
    expect(await server.countFetches()).toBe(2);
  });

  test('is not looked for twice by a cold isolate', async () => {
    expect(await askMadeUp(0)).toEqual(UNKNOWN);
    expect(await server.countFetches()).toBe(1);
  });

  test('costs one fetch in thirty seconds, however many are made up', async () => {
    await ask(old, 0);
    for (let n = 0; n < 300; n += 1) expect(await askMadeUp(SECOND + n * 90)).toEqual(UNKNOWN);
    expect(await server.countFetches()).toBe(2);
  });

  test('gets through a flood of made-up ones after thirty seconds', async () => {
    await ask(old, 0);
    await askMadeUp(SECOND);
    await server.publish([next]);
    for (let after = 2 * SECOND; after < 31 * SECOND; after += 100) {
      expect(await askMadeUp(after)).toEqual(UNKNOWN);
    }
    expect(await ask(next, 31 * SECOND)).toMatchObject(GOOD);
  });

  test('gets through although it was asked for before it was published', async () => {
    await ask(old, 0);
    expect(await ask(next, SECOND)).toEqual(UNKNOWN);
    await server.publish([next]);
    expect(await ask(next, 30 * SECOND)).toEqual(UNKNOWN);
    expect(await ask(next, 31 * SECOND)).toMatchObject(GOOD);
  });

  test('gets through although a cold isolate was asked for it before', async () => {
    expect(await ask(next, 0)).toEqual(UNKNOWN);
    expect(await ask(next, SECOND)).toEqual(UNKNOWN);
    await server.publish([next]);
    expect(await ask(next, 30 * SECOND)).toMatchObject(GOOD);
    expect(await server.countFetches()).toBe(2);
  });

  test('gets through a flood that the cold isolate has seen', async () => {
    for (let n = 0; n < 600; n += 1) expect(await askMadeUp(n)).toEqual(UNKNOWN);
    await server.publish([next]);
    expect(await ask(next, 31 * SECOND)).toMatchObject(GOOD);
  });

  test('cannot be called bad while the key server is down', async () => {
    await ask(old, 0);
    await server.set(DOWN);
    expect(await ask(next, MINUTE)).toEqual(UNAVAILABLE);
    expect(await askMadeUp()).toEqual(UNAVAILABLE);
    expect(await ask(old)).toMatchObject(GOOD);
    expect(await server.countFetches()).toBe(2);
    await server.publish([next]);
    expect(await ask(next, MINUTE + 5 * SECOND)).toMatchObject(GOOD);
  });
});

describe('keys in KV', () => {
  const start = (fetchKeys: FetchKeys = server.fetchKeys) => createTokenVerifier(fetchKeys);

  test('spare the next isolate the fetch', async () => {
    await ask(old, 0);
    await app.settle();
    expect(await ask(old, HOUR, start())).toMatchObject(GOOD);
    expect(await server.countFetches()).toBe(1);
  });

  test('let an isolate start while the key server is down, ten of ten', async () => {
    await ask(old, 0);
    await app.settle();
    await server.set(DOWN);
    for (let hour = 1; hour <= 10; hour += 1) {
      expect(await ask(old, 6 * HOUR + hour * HOUR, start())).toMatchObject(GOOD);
    }
  });

  test('past their time are fetched anew after the answer', async () => {
    await ask(old, 0);
    await app.settle();
    const second = start();
    expect(await ask(old, 7 * HOUR, second)).toMatchObject(GOOD);
    await app.settle();
    expect(await server.countFetches()).toBe(2);
    await ask(old, 8 * HOUR, second);
    await app.settle();
    expect(await server.countFetches()).toBe(2);
  });

  test('that lack the key of a token send the isolate to Google', async () => {
    await ask(old, 0);
    await app.settle();
    await server.publish([next]);
    const second = start();
    expect(await ask(next, HOUR, second)).toMatchObject(GOOD);
    expect(await ask(old, HOUR, second)).toEqual(UNKNOWN);
  });

  test('are kept for as long as they may serve', async () => {
    await ask(old, 0);
    await app.settle();
    const { keys } = await env.CACHE.list<unknown>({ prefix: KV_KEY });
    const left = (keys[0]?.expiration ?? 0) - Date.now() / 1_000;
    expect(left).toBeGreaterThan(30 * 60 * 60 - 60);
    expect(left).toBeLessThan(30 * 60 * 60 + 60);
  });

  const jwk = () => old.publicJwk;
  test.each<[string, () => string]>([
    ['no JSON', () => 'not json'],
    ['null', () => 'null'],
    ['no keys', () => JSON.stringify({ fetchedAt: START, freshForMs: HOUR, keys: [] })],
    [
      'a key too small',
      () => JSON.stringify({ fetchedAt: START, freshForMs: HOUR, keys: [small.publicJwk] }),
    ],
    [
      'keys of the future',
      () => JSON.stringify({ fetchedAt: START + HOUR, freshForMs: HOUR, keys: [jwk()] }),
    ],
    [
      'keys that never age',
      () => JSON.stringify({ fetchedAt: START, freshForMs: 9 * DAY, keys: [jwk()] }),
    ],
    [
      'keys past their last time',
      () => JSON.stringify({ fetchedAt: START - 26 * HOUR, freshForMs: HOUR, keys: [jwk()] }),
    ],
  ])('that make no sense count as none: %s', async (_, record) => {
    await env.CACHE.put(KV_KEY, record());
    expect(await ask(old)).toMatchObject(GOOD);
    expect(await server.countFetches()).toBe(1);
  });

  const never = () => new Promise<never>(() => undefined);
  const refuse = () => Promise.reject(new Error('KV is down'));
  test.each([
    ['cannot be read', { get: refuse }, 'auth.keys.kvReadFailed'],
    ['never answers', { get: never }, 'auth.keys.kvReadFailed'],
    ['cannot be written', { put: refuse }, 'auth.keys.kvWriteFailed'],
  ])('KV that %s fails no token', async (_, broken, event) => {
    const cache = new Proxy(env.CACHE, {
      get(target, name: keyof KVNamespace) {
        if (name in broken) return Reflect.get(broken, name);
        const own: unknown = Reflect.get(target, name);
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
    const faulty = makeApp({ CACHE: cache });
    expect(await ask(old, 0, isolate, faulty)).toMatchObject(GOOD);
    await faulty.settle();
    expect(faulty.lines).toEqual([expect.objectContaining({ level: 'warn', event })]);
  });
});

describe('a request that fetches keys and is gone', () => {
  test('holds nobody up for longer than keys may take', async () => {
    let hangs = true;
    const stuck: FetchKeys = (clock) =>
      hangs ? new Promise<never>(() => undefined) : server.fetchKeys(clock);
    isolate = createTokenVerifier(stuck);
    const gone = makeApp();
    void ask(old, 0, isolate, { ...gone, waitUntil: () => undefined });
    await expect.poll(() => ask(old, SECOND)).toEqual(UNAVAILABLE);
    hangs = false;
    expect(await ask(old, 3 * SECOND)).toMatchObject(GOOD);
  });
});
