import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';

import { requireBearer } from '#app/auth/token/check-bearer.server.ts';

import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { makeClaims, type TokenSigner } from '../setup/id-token.ts';
import { getSteadySigner } from '../setup/key-server.workerd.ts';

const DAY_SECONDS = 24 * 60 * 60;

let signer: TokenSigner;
beforeAll(async () => {
  signer = await getSteadySigner();
});

function toRequest(authorization: string | null, method = 'GET') {
  const request = new Request('https://builder.example.com/api/things', { method });
  if (authorization !== null) request.headers.set('authorization', authorization);
  return request;
}

/** What becomes of a token with these claims in a request. */
async function ask(over: Record<string, unknown> = {}, method = 'GET', app = makeApp()) {
  const token = await signer.sign(makeClaims(over));
  return requireBearer(app, toRequest(`Bearer ${token}`, method));
}

async function revoke(uid: string, scope: 'one' | 'upTo', authTimeSeconds: number) {
  await env.DB.prepare(
    'INSERT INTO revocations (uid, scope, auth_time_seconds, revoked_at) VALUES (?, ?, ?, ?)',
  )
    .bind(uid, scope, authTimeSeconds, Date.now())
    .run();
}

/** A database of which nothing comes back, or only errors. */
function brokenDatabase(prepare: () => unknown): D1Database {
  return new Proxy(env.DB, { get: () => prepare });
}

describe('a request with a bearer token', () => {
  test('comes from whom the token names', async () => {
    const sub = crypto.randomUUID();
    expect(await ask({ sub })).toMatchObject({ ok: true, value: { uid: sub } });
  });

  test('comes from nobody without a token, and the reason says which', async () => {
    const app = makeApp();
    expect(await requireBearer(app, toRequest(null))).toEqual({ ok: false, reason: 'signedOut' });
    for (const authorization of ['Bearer', 'Bearer a b', 'Bearer a.b.c', 'Basic YTpi']) {
      expect(await requireBearer(app, toRequest(authorization))).toMatchObject({
        reason: 'invalidToken',
      });
    }
  });

  test('is refused when its sign-in is more than thirty days old', async () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(await ask({ auth_time: now - 30 * DAY_SECONDS + 60 })).toMatchObject({ ok: true });
    expect(await ask({ auth_time: now - 30 * DAY_SECONDS - 60 })).toEqual({
      ok: false,
      reason: 'signInTooOld',
    });
  });

  test('is refused when its sign-in was ended, and no other one', async () => {
    const { sub, auth_time: signedIn } = makeClaims({ sub: crypto.randomUUID() });
    await revoke(sub, 'one', signedIn);
    expect(await ask({ sub, auth_time: signedIn })).toEqual({ ok: false, reason: 'revoked' });
    expect(await ask({ sub, auth_time: signedIn + 1 })).toMatchObject({ ok: true });
    expect(await ask({ auth_time: signedIn })).toMatchObject({ ok: true });
  });

  test('is refused when every sign-in until then was ended', async () => {
    const { sub, auth_time: signedIn } = makeClaims({ sub: crypto.randomUUID() });
    await revoke(sub, 'upTo', signedIn);
    for (const earlier of [0, 1, 3_600]) {
      expect(await ask({ sub, auth_time: signedIn - earlier })).toMatchObject({
        reason: 'revoked',
      });
    }
    expect(await ask({ sub, auth_time: signedIn + 1 })).toMatchObject({ ok: true });
  });

  test.each([
    [
      'fails',
      () => {
        throw new Error('D1 is down');
      },
    ],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('goes on reading and stops writing while the database %s', async (_, get) => {
    const statement = { bind: () => statement, raw: get, all: get, first: get };
    const app = makeApp({ DB: brokenDatabase(() => statement) });
    expect(await ask({}, 'GET', app)).toMatchObject({ ok: true });
    expect(await ask({}, 'POST', app)).toEqual({ ok: false, reason: 'storeUnavailable' });
    expect(app.lines.map(({ event }) => event)).toContain('auth.revocationsUnknown');
  });
});
