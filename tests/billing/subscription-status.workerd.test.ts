import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { sha256 } from '#app/platform/sha256.ts';

import worker from '../../workers/app.ts';
import { breakBinding } from '../setup/broken-binding.workerd.ts';
import { makeClaims, type TokenSigner } from '../setup/id-token.ts';
import { getSteadySigner } from '../setup/key-server.workerd.ts';

const STATUS_URL = 'https://builder.test/stripe/subscription/status';
const FREE = { hasActiveSubscription: false, currentPlan: { tier: 'free' } };

let signer: TokenSigner;
beforeAll(async () => {
  signer = await getSteadySigner();
});

let users = 0;
let uid = '';
beforeEach(() => {
  users += 1;
  uid = `status-user-${users}`;
});

const signIn = (over: Record<string, unknown> = {}) =>
  signer.sign(makeClaims({ sub: uid, user_id: uid, ...over }));

interface AskOptions {
  /** The product API's behaviour; none: our own store. */
  behaviour?: string;
  bindings?: Partial<Env>;
  headers?: Record<string, string>;
  method?: string;
  url?: string;
}

async function ask(token: string | null, options: AskOptions = {}): Promise<Response> {
  const { behaviour, bindings = {}, headers = {}, method = 'GET', url = STATUS_URL } = options;
  const PRODUCT_API_URL = behaviour === undefined ? '' : `https://product.example.net/${behaviour}`;
  const authorization: Record<string, string> =
    token === null ? {} : { authorization: `Bearer ${token}` };
  const request = new Request(url, { method, headers: { ...authorization, ...headers } });
  const context = createExecutionContext();
  const response = await worker.fetch(request, { ...env, ...bindings, PRODUCT_API_URL }, context);
  await waitOnExecutionContext(context);
  return response;
}

describe('the subscription status', () => {
  test('is free for whoever never paid, and kept by nobody on the way', async () => {
    const response = await ask(await signIn());
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(FREE);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('is what the product API says, and no member more', async () => {
    const response = await ask(await signIn(), { behaviour: 'pro' });
    expect(await response.json()).toEqual({
      hasActiveSubscription: true,
      currentPlan: { tier: 'pro' },
    });
  });

  test.each([
    ['anonymous', { firebase: { sign_in_provider: 'anonymous' }, email: undefined }],
    ['unverified', { firebase: { sign_in_provider: 'password' }, email_verified: false }],
  ])('is answered to %s users as well', async (_kind, over) => {
    expect((await ask(await signIn(over))).status).toBe(200);
  });

  test('is refused in one way to everybody without a good token', async () => {
    const good = await signIn();
    const session = { cookie: `__Host-session=${'a'.repeat(43)}` };
    const refused = [
      await ask(null),
      await ask(null, { headers: session }),
      await ask(`${good}x`),
      await ask(`${good}x`, { headers: session }),
      await ask('mcpb_live_abc'),
      await ask(null, { headers: { authorization: good } }),
      await ask(null, { headers: { authorization: `Bearer ${good}, Bearer ${good}` } }),
      await ask(null, { url: `${STATUS_URL}?token=${good}` }),
      await ask(await signIn({ aud: 'another-project' })),
      await ask(good, { behaviour: 'unauthorized' }),
    ];
    const answers = new Set<string>();
    for (const response of refused) {
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      const { requestId, ...body } = await response.json<Record<string, unknown>>();
      expect(requestId).toBe(response.headers.get('x-request-id'));
      answers.add(JSON.stringify(body));
    }
    expect(answers.size).toBe(1);
  });

  test('is 503 while nothing is known, and what was known afterwards', async () => {
    const token = await signIn();
    const unknown = await ask(token, { behaviour: 'broken' });
    expect(unknown.status).toBe(503);
    expect(unknown.headers.get('retry-after')).toBe('5');
    expect(unknown.headers.get('cache-control')).toBe('no-store');
    await ask(token, { behaviour: 'team' });
    const known = await ask(token, { behaviour: 'broken' });
    expect(await known.json()).toMatchObject({ currentPlan: { tier: 'team' } });
  });

  test('needs no cache', async () => {
    const bindings = { CACHE: breakBinding(env.CACHE) };
    const response = await ask(await signIn(), { behaviour: 'pro', bindings });
    expect(await response.json()).toMatchObject({ currentPlan: { tier: 'pro' } });
  });

  test('needs the database only where that is the source', async () => {
    const bindings = { DB: breakBinding(env.DB) };
    const token = await signIn();
    expect((await ask(token, { bindings })).status).toBe(503);
    expect((await ask(token, { bindings, behaviour: 'pro' })).status).toBe(200);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'cannot be asked by %s',
    async (method) => {
      const response = await ask(await signIn(), { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET');
    },
  );

  test('is no page of its neighbours', async () => {
    const response = await ask(await signIn(), { url: 'https://builder.test/stripe/other' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('a gate on the server', () => {
  const gate = (tier: string) => `https://builder.test/api/tier/limits/${tier}`;

  test('lets everybody pass what free has', async () => {
    const response = await ask(null, { url: gate('free') });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ tier: 'free', limits: { projects: 3 } });
  });

  test('lets pass whoever pays for it, or for more', async () => {
    const token = await signIn();
    for (const tier of ['pro', 'team']) {
      const response = await ask(token, { url: gate(tier), behaviour: 'team' });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ tier });
    }
  });

  test('gives a plan that we do not know what pro has', async () => {
    const token = await signIn();
    const options = { behaviour: 'enterprise' };
    expect((await ask(token, { ...options, url: gate('pro') })).status).toBe(200);
    expect((await ask(token, { ...options, url: gate('team') })).status).toBe(403);
  });

  test('says what is missing', async () => {
    const guest = await ask(null, { url: gate('team') });
    expect(guest.status).toBe(403);
    const subscriber = await ask(await signIn(), { url: gate('team'), behaviour: 'pro' });
    expect(await subscriber.json()).toMatchObject({
      status: 403,
      type: 'urn:mcp-builder:tier-required',
      title: 'tier_required',
      detail: 'This needs the plan Team. Yours has the limits of Pro.',
    });
  });

  test('holds to what was known while the product API fails or refuses the token', async () => {
    const token = await signIn();
    const entry = { status: { hasActiveSubscription: true, currentPlan: { tier: 'pro' } } };
    const storedAt = Date.now() - 60 * 60_000;
    await env.CACHE.put(`tier:v1:${await sha256(uid)}`, JSON.stringify({ ...entry, storedAt }));
    for (const behaviour of ['broken', 'unauthorized']) {
      expect((await ask(token, { url: gate('pro'), behaviour })).status).toBe(200);
      expect((await ask(token, { url: gate('team'), behaviour })).status).toBe(403);
    }
    const fromStatus = await ask(token, { behaviour: 'broken' });
    expect(await fromStatus.json()).toEqual(entry.status);
    expect((await ask(token, { behaviour: 'unauthorized' })).status).toBe(401);
  });

  test('stays shut with 503 while nothing is known', async () => {
    for (const behaviour of ['broken', 'unauthorized']) {
      const response = await ask(await signIn(), { url: gate('pro'), behaviour });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
    }
  });

  test('refuses a bad token, and tiers that there are not', async () => {
    expect((await ask('bad', { url: gate('free') })).status).toBe(401);
    expect((await ask(null, { url: gate('platinum') })).status).toBe(400);
  });
});
