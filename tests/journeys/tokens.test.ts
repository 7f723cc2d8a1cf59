import { request } from 'node:http';

import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { makeTokenCases } from '../auth/token-cases.ts';
import { createKeyServer, isKeyRequest, publish, type KeyServer } from '../fakes/google-keys.ts';
import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { createSigner, makeClaims, type TokenSigner } from '../setup/id-token.ts';

const STATUS = '/stripe/subscription/status';
const INVALID = 'Bearer error="invalid_token"';
const DOWN = { status: 503, body: 'down' };

const Refusal = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  requestId: z.string(),
});

let old: TokenSigner;
let next: TokenSigner;
let worker: BuiltWorker;
let keys: KeyServer;

beforeAll(async () => {
  [old, next] = await Promise.all([createSigner('key-old'), createSigner('key-next')]);
});
afterEach(() => worker.close());

/** A Worker that has verified nothing yet, and a key server of its own. */
async function startCold() {
  keys = createKeyServer(publish([old.publicJwk]));
  worker = await startBuiltWorker({
    outside: (asked) => (isKeyRequest(asked) ? keys.answer() : undefined),
  });
}

const show = (token: string, path = STATUS, method = 'GET') =>
  fetch(worker.url + path, { method, headers: { authorization: `Bearer ${token}` } });

const statusOf = async (token: string, path = STATUS, method = 'GET') => {
  const answer = await show(token, path, method);
  await answer.arrayBuffer();
  return answer.status;
};

const makeToken = (signer: TokenSigner, over: Record<string, unknown> = {}) =>
  signer.sign(makeClaims({ sub: crypto.randomUUID(), ...over }));

/** Asks so many at a time. */
async function inTurns<T>(items: T[], ask: (item: T) => Promise<void>, atOnce = 25) {
  const rest = [...items];
  const one = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await ask(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

describe('a token shown to the built Worker', () => {
  test('ends as it must, and whoever is refused learns nothing', async () => {
    await startCold();
    const cases = await makeTokenCases(old, await createSigner('key-other'));
    const wrong: string[] = [];
    const refusals = new Set<string>();
    for (const { name, token, isGood } of cases) {
      const answer = await show(token);
      const body: unknown = await answer.json();
      if (answer.status !== (isGood ? 200 : 401)) wrong.push(`${name}: ${answer.status}`);
      if (isGood) continue;
      expect(answer.headers.get('www-authenticate'), name).toBe(INVALID);
      const { requestId, ...words } = Refusal.parse(body);
      expect(requestId).toBe(answer.headers.get('x-request-id'));
      refusals.add(JSON.stringify(words));
      const synced = await show(token, '/api/session', 'POST');
      if (synced.status !== 401) wrong.push(`${name}: session ${synced.status}`);
      expect(synced.headers.get('set-cookie')).toBeNull();
      refusals.add(JSON.stringify({ ...Refusal.parse(await synced.json()), requestId: undefined }));
    }
    expect(wrong).toEqual([]);
    expect(refusals.size).toBe(1);
    // One for all, and one for the first id that nobody knows.
    expect(keys.fetches).toBe(2);
  });

  test('is refused with any one character changed', async () => {
    await startCold();
    const token = await makeToken(old);
    expect(await statusOf(token)).toBe(200);
    const mutants = Array.from({ length: token.length }, (_, at) => {
      const other = token[at] === 'A' ? 'B' : token[at] === '.' ? '-' : 'A';
      return token.slice(0, at) + other + token.slice(at + 1);
    });
    const accepted: string[] = [];
    await inTurns(mutants, async (mutant) => {
      if ((await statusOf(mutant)) !== 401) accepted.push(mutant);
    });
    expect(accepted).toEqual([]);
    expect(await statusOf(token)).toBe(200);
    expect(keys.fetches).toBeLessThanOrEqual(2);
  });

  test('counts in one Authorization header only', async () => {
    await startCold();
    const token = await makeToken(old);
    const [cookie = ''] = (await show(token, '/api/session', 'POST')).headers.getSetCookie();
    const ask = (headers: string[], path = STATUS) =>
      new Promise<number | undefined>((resolve, reject) => {
        // As an array headers go over the wire as they are, twice if they stand there twice.
        const host = new URL(worker.url).host;
        const asking = request(worker.url + path, { headers: ['host', host, ...headers] });
        asking.once('response', (answer) => resolve(answer.resume().statusCode));
        asking.once('error', reject).end();
      });
    const good = ['authorization', `Bearer ${token}`];
    expect(await ask(good)).toBe(200);
    expect(await ask(['authorization', `bearer ${token}`])).toBe(200);
    const withCookie = ['cookie', cookie.split(';')[0] ?? ''];
    for (const headers of [
      [],
      withCookie,
      [...good, ...good],
      [...good, 'authorization', 'Basic YTpi'],
      ['authorization', token],
      ['authorization', `Token ${token}`],
      ['authorization', `Bearer ${token} ${token}`],
      ['authorization', `Bearer ${token}, Bearer ${token}`],
      ['authorization', ''],
      ['authorization', 'Bearer'],
      ['authorization', 'Bearer x', ...withCookie],
      ['x-forwarded-authorization', `Bearer ${token}`],
    ]) {
      expect(await ask(headers), JSON.stringify(headers).slice(0, 60)).toBe(401);
    }
    for (const name of ['access_token', 'token', 'id_token', 'authorization']) {
      expect(await ask([], `${STATUS}?${name}=${token}`)).toBe(401);
    }
  });
});

describe('the keys of the built Worker', () => {
  test('are fetched once for fifty requests at the same time', async () => {
    await startCold();
    keys.set({ ...publish([old.publicJwk]), delayMs: 200 });
    const tokens = await Promise.all(Array.from({ length: 50 }, () => makeToken(old)));
    const answers = await Promise.all(tokens.map((token) => statusOf(token)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(keys.fetches).toBe(1);
  });

  test('survive callers who leave while they are fetched', async () => {
    await startCold();
    keys.set({ ...publish([old.publicJwk]), delayMs: 400 });
    const token = await makeToken(old);
    const leaving = AbortSignal.timeout(100);
    const headers = { authorization: `Bearer ${token}` };
    const gone = fetch(worker.url + STATUS, { headers, signal: leaving });
    await expect(gone).rejects.toThrow();
    expect(await statusOf(token)).toBe(200);
  });

  test('are missing while nothing was ever fetched: 503, and good again soon after', async () => {
    await startCold();
    keys.set(DOWN);
    const token = await makeToken(old);
    for (const [path, method] of [
      [STATUS, 'GET'],
      ['/api/session', 'POST'],
    ] as const) {
      const answer = await show(token, path, method);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.headers.get('www-authenticate')).toBeNull();
    }
    expect(await statusOf('not.a.token')).toBe(401);
    expect(keys.fetches).toBe(1);
    keys.set(publish([old.publicJwk]));
    await expect.poll(() => statusOf(token), { interval: 500 }).toBe(200);
  });

  test('that never come hold nobody for ever', async () => {
    await startCold();
    keys.set({ delayMs: 20_000 });
    const token = await makeToken(old);
    const asked = Array.from({ length: 10 }, () => statusOf(token, '/api/session', 'POST'));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([503]));
    expect(keys.fetches).toBe(1);
  });

  test('may change: the new one counts at once, in the middle of a flood of made-up ones', async () => {
    await startCold();
    expect(await statusOf(await makeToken(old))).toBe(200);
    keys.set(publish([next.publicJwk]));
    expect(await statusOf(await makeToken(next))).toBe(200);
    expect(await statusOf(await makeToken(old))).toBe(401);
    const made = Array.from({ length: 200 }, () => crypto.randomUUID());
    await inTurns(made, async (kid) => {
      expect(await statusOf(await old.sign(makeClaims(), { kid }))).toBe(401);
    });
    expect(keys.fetches).toBe(2);
    expect(await statusOf(await makeToken(next))).toBe(200);
  });

  test('stay while the key server is down, and only unknown ones wait for it', async () => {
    await startCold();
    expect(await statusOf(await makeToken(old))).toBe(200);
    keys.set(DOWN);
    for (let n = 0; n < 10; n += 1) expect(await statusOf(await makeToken(old))).toBe(200);
    expect(await statusOf(await makeToken(next))).toBe(503);
    expect(await statusOf(await makeToken(old))).toBe(200);
  });
});
