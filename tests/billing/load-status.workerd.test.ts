import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';

import { loadStatus } from '#app/billing/load-status.server.ts';
import { requireConfig } from '#app/platform/config.ts';
import { limitBindings } from '#app/platform/stores/limit-database.server.ts';
import type { LogFields } from '#app/platform/log.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { breakBinding, hangBinding, hangDatabase } from '../setup/broken-binding.workerd.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const start = Date.UTC(2026, 10, 1);

const FREE = { hasActiveSubscription: false, currentPlan: { tier: 'free' } };
const PRO = { hasActiveSubscription: true, currentPlan: { tier: 'pro' } };

let users = 0;
let uid = '';
let written: Promise<unknown>[] = [];
let logged: string[] = [];

beforeEach(() => {
  users += 1;
  uid = `subscriber-${users}`;
  written = [];
  logged = [];
});

/** What a request knows; `behaviour` is the product API's, empty for our own store. */
function appWith(behaviour: string, bindings: Partial<Env> = {}) {
  const PRODUCT_API_URL = behaviour && `https://product.example.net/${behaviour}`;
  const note = (event: string, _fields?: LogFields) => void logged.push(event);
  return {
    env: limitBindings({ ...env, ...bindings }),
    config: requireConfig({ ...env, PRODUCT_API_URL }),
    log: { info: note, warn: note, error: note },
    waitUntil: (work: Promise<unknown>) => void written.push(work),
  };
}

interface AskOptions {
  at?: number;
  bindings?: Partial<Env>;
  bearer?: string | null;
}

/** Asks as the test's user, so many milliseconds after the start. */
async function ask(behaviour: string, options: AskOptions = {}) {
  const { at = 0, bindings = {}, bearer = 'the-users-own-token' } = options;
  const status = await loadStatus(appWith(behaviour, bindings), { uid, bearer }, () => start + at);
  await Promise.all(written);
  return status;
}

const cached = async () => env.CACHE.get(`tier:v1:${await sha256(uid)}`);

describe('the status of the product API', () => {
  test.each([
    ['pro', PRO],
    ['pro/', PRO],
    ['pro//', PRO],
    ['needs-token', PRO],
    ['team', { hasActiveSubscription: true, currentPlan: { tier: 'team' } }],
    ['enterprise', { hasActiveSubscription: true, currentPlan: { tier: 'Enterprise – EU' } }],
    ['lapsed', { hasActiveSubscription: false, currentPlan: { tier: 'pro' } }],
    ['no-plan', FREE],
    ['null-plan', FREE],
    ['no-tier', { hasActiveSubscription: true, currentPlan: { tier: 'free' } }],
  ])('%s passes through', async (behaviour, status) => {
    expect(await ask(behaviour)).toEqual({ ok: true, value: status });
    expect(JSON.parse((await cached()) ?? 'null')).toEqual({ status, storedAt: start });
  });

  test.each([
    'broken',
    'forbidden',
    'moved',
    'no-json',
    'huge',
    'empty-tier',
    'number-tier',
    'text-flag',
    'list',
    'null',
    'no-such-behaviour',
  ])('%s with nothing known is no status, and is not kept', async (behaviour) => {
    expect(await ask(behaviour)).toEqual({ ok: false, reason: 'statusUnavailable' });
    expect(await cached()).toBeNull();
  });

  test.each(['hangs', 'stalls'])('%s is given up on', async (behaviour) => {
    expect(await ask(behaviour)).toEqual({ ok: false, reason: 'statusUnavailable' });
  });

  test('is the caller refused where the token is', async () => {
    expect(await ask('unauthorized')).toEqual({ ok: false, reason: 'tokenRefused' });
    expect(await cached()).toBeNull();
  });

  test('is refused even while an older one is known', async () => {
    await ask('pro');
    expect(await ask('unauthorized', { at: MINUTE_MS })).toMatchObject({ reason: 'tokenRefused' });
  });

  test('is unknown to a session, which has no token to pass on', async () => {
    expect(await ask('pro', { bearer: null })).toMatchObject({ reason: 'statusUnavailable' });
    await ask('pro');
    expect(await ask('broken', { bearer: null, at: DAY_MS / 2 })).toEqual({ ok: true, value: PRO });
  });
});

describe('what was heard', () => {
  test('is taken for a minute without asking again', async () => {
    await ask('pro');
    expect(await ask('team', { at: MINUTE_MS - 1 })).toEqual({ ok: true, value: PRO });
    expect(await ask('team', { at: MINUTE_MS })).toMatchObject({
      value: { currentPlan: { tier: 'team' } },
    });
  });

  test('holds for a day while the product API fails', async () => {
    await ask('pro');
    expect(await ask('broken', { at: DAY_MS - 1 })).toEqual({ ok: true, value: PRO });
    expect(await ask('broken', { at: DAY_MS })).toMatchObject({ reason: 'statusUnavailable' });
  });

  test('is another for every user', async () => {
    await ask('pro');
    uid = `${uid}-other`;
    expect(await ask('no-plan')).toEqual({ ok: true, value: FREE });
  });

  test.each(['{"status":{"hasActiveSubscription":true},"storedAt":0}', 'no JSON', 'null'])(
    'counts as nothing when it is %s',
    async (entry) => {
      await env.CACHE.put(`tier:v1:${await sha256(uid)}`, entry);
      expect(await ask('pro')).toEqual({ ok: true, value: PRO });
      expect(await ask('broken')).toEqual({ ok: true, value: PRO });
    },
  );
});

describe('a cache that fails', () => {
  test('does not fail the request, and both ways are logged', async () => {
    const bindings = { CACHE: breakBinding(env.CACHE) };
    expect(await ask('pro', { bindings })).toEqual({ ok: true, value: PRO });
    expect(logged).toEqual(['tier.cacheRead', 'tier.cacheWrite']);
    expect(await ask('broken', { bindings })).toMatchObject({ reason: 'statusUnavailable' });
  });

  test('is not waited for when it hangs', async () => {
    const bindings = { CACHE: hangBinding(env.CACHE, 'get') };
    expect(await ask('pro', { bindings })).toEqual({ ok: true, value: PRO });
    expect(logged).toEqual(['tier.cacheRead']);
  });
});

describe('our own store', () => {
  /** Gives the test's user a personal account, and that a subscription. */
  async function subscribe(row: { tier: string; isActive: boolean; paidUntil: number | null }) {
    const account = `account-of-${uid}`;
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO users (uid, provider, is_email_verified, created_at) VALUES (?, 'password', 1, 0)`,
      ).bind(uid),
      env.DB.prepare(
        `INSERT INTO accounts (id, kind, name, personal_uid, created_at) VALUES (?, 'personal', '', ?, 0)`,
      ).bind(account, uid),
      env.DB.prepare(
        `INSERT INTO subscriptions (account_id, tier, is_active, paid_until, changed_at) VALUES (?, ?, ?, ?, 0)`,
      ).bind(account, row.tier, row.isActive ? 1 : 0, row.paidUntil),
    ]);
  }

  test('knows everybody as free until they subscribe', async () => {
    expect(await ask('', { bearer: null })).toEqual({ ok: true, value: FREE });
  });

  test('knows what is paid for, until it ends', async () => {
    await subscribe({ tier: 'pro', isActive: true, paidUntil: start + MINUTE_MS });
    expect(await ask('')).toEqual({ ok: true, value: PRO });
    expect(await ask('', { at: MINUTE_MS })).toEqual({ ok: true, value: FREE });
  });

  test('knows a subscription without an end, of any name', async () => {
    await subscribe({ tier: 'founders', isActive: true, paidUntil: null });
    const value = { hasActiveSubscription: true, currentPlan: { tier: 'founders' } };
    expect(await ask('')).toEqual({ ok: true, value });
  });

  test('knows a subscription that is over as none', async () => {
    await subscribe({ tier: 'team', isActive: false, paidUntil: null });
    expect(await ask('')).toEqual({ ok: true, value: FREE });
  });

  test.each(['down', 'hanging'])('that is %s makes nobody free', async (fault) => {
    const DB = fault === 'down' ? breakBinding(env.DB) : hangDatabase(env.DB);
    expect(await ask('', { bindings: { DB } })).toMatchObject({ reason: 'statusUnavailable' });
    expect(await cached()).toBeNull();
  });

  test('that is down leaves those who paid what they had', async () => {
    await subscribe({ tier: 'pro', isActive: true, paidUntil: null });
    await ask('');
    const DB = breakBinding(env.DB);
    expect(await ask('', { at: DAY_MS / 2, bindings: { DB } })).toEqual({ ok: true, value: PRO });
  });
});
