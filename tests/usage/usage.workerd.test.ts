import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';

import { LIMITS } from '#app/billing/limits.ts';
import { Usage, type LimitUsage } from '#app/billing/usage.ts';
import { toAccountCount, toDay } from '#app/chat/turns/turn-budget.ts';
import { takeTurn } from '#app/chat/turns/turn-store.server.ts';
import { getAccountLimits } from '#app/hosting/quota/account-limits.server.ts';
import { toQuotaStub } from '#app/hosting/quota/quota-stub.server.ts';
import { takeCall } from '#app/hosting/quota/take-call.server.ts';
import { loadUsage } from '#app/usage/load-usage.server.ts';

import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { breakBinding } from '../setup/broken-binding.workerd.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What is used of each limit, by its name. */
const usedOf = (limits: LimitUsage[]) =>
  Object.fromEntries(limits.map(({ limit, used }) => [limit, used]));

let owner: ProjectOwner;
beforeAll(async () => {
  owner = await ProjectOwner.signIn();
  const draft = await owner.draft();
  const [one, , ended] = [
    await owner.saveProject(draft),
    await owner.saveProject(draft),
    await owner.saveProject(draft),
  ];
  await owner.publish(one, 1);
  await owner.send('DELETE', `/api/projects/${ended.id}`);
  const { day } = toDay(Date.now());
  const count = { who: toAccountCount(owner.account), limit: 20 };
  await takeTurn(env.DB, [count], day);
  await takeTurn(env.DB, [count], day - 1);
});

test('of each limit is told what is used, what the plan allows, and when it starts again', async () => {
  const grant = await toQuotaStub(env, owner.account).grant(LIMITS.free, 'batch');
  const answer = await owner.send('GET', '/api/usage');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const { tier, limits } = Usage.parse(await answer.json());
  const { callsPerMinute, ...used } = usedOf(limits);
  expect({ tier, ...used }).toEqual({
    tier: 'free',
    projects: 2,
    privateEndpoints: 1,
    callsPerDay: grant.calls,
    turnsPerDay: 1,
  });
  // A minute may have turned meanwhile.
  expect([0, grant.calls]).toContain(callsPerMinute);
  for (const { limit, max } of limits) if (limit !== 'seats') expect(max).toBe(LIMITS.free[limit]);
  const resets = limits.map(({ resetsAt }) => resetsAt);
  expect(resets.slice(0, 2)).toEqual([null, null]);
  expect(resets.slice(3).map((at) => (at ?? 1) % DAY_MS)).toEqual([0, 0]);
  expect((resets[2] ?? 1) % 60_000).toBe(0);
});

test('asking spends nothing, and another plan shows its own limits', async () => {
  const before = usedOf((await owner.ask<Usage>('GET', '/api/usage')).limits);
  await owner.buy('pro');
  const after = await owner.ask<Usage>('GET', '/api/usage');
  expect(after.tier).toBe('pro');
  expect(usedOf(after.limits)).toMatchObject({ callsPerDay: before['callsPerDay'] });
  expect(after.limits).toContainEqual(
    expect.objectContaining({ limit: 'projects', max: LIMITS.pro.projects }),
  );
});

test('a changed plan is in force at endpoints after 30 s at the latest, upwards and downwards', async () => {
  const payer = await ProjectOwner.signIn();
  let now = Date.UTC(2030, 0, 2);
  /** The limits that a gateway has, so long after the last time. */
  const limitsAfter = async (seconds: number) => {
    now += seconds * 1_000;
    const app = makeApp();
    const limits = await getAccountLimits(app, payer.account, () => now);
    await app.settle();
    return limits;
  };
  const call = async (seconds: number) =>
    takeCall({ env }, payer.account, await limitsAfter(seconds));
  const quota = toQuotaStub(env, payer.account);
  expect(await limitsAfter(0)).toEqual(LIMITS.free);
  // A batch is an eighth of what it is asked for.
  await quota.grant({ callsPerMinute: 8_000, callsPerDay: 8_000 }, 'batch');
  const refused = { reason: 'overQuota', limit: 'callsPerDay', used: 1_000, max: 1_000 };
  expect(await call(0)).toMatchObject(refused);

  await payer.buy('team');
  expect(await limitsAfter(29)).toEqual(LIMITS.free);
  expect(await limitsAfter(1)).toEqual(LIMITS.team);
  expect(await call(0)).toMatchObject({ ok: true });

  await payer.cancel();
  expect(await limitsAfter(29)).toEqual(LIMITS.team);
  expect(await limitsAfter(1)).toEqual(LIMITS.free);
  const later = await quota.grant(LIMITS.free, 'batch');
  expect(later).toMatchObject({ calls: 0, full: { limit: 'callsPerDay', max: 1_000 } });
});

test('what cannot be counted is null, and keeps none of the others', async () => {
  const count = async (bindings: Partial<Env>) =>
    usedOf(await loadUsage(makeApp(bindings), owner.account, 'free', Date.now()));
  expect(await count({ DB: breakBinding(env.DB) })).toMatchObject({
    projects: null,
    privateEndpoints: null,
    callsPerDay: expect.any(Number) as number,
    turnsPerDay: null,
  });
  expect(await count({ QUOTAS: breakBinding(env.QUOTAS) })).toMatchObject({
    projects: 2,
    callsPerMinute: null,
    callsPerDay: null,
    turnsPerDay: 1,
  });
});

test('without the plan no limit is told', async () => {
  const nobody = await ProjectOwner.signIn();
  const stored = env.DB.prepare('alter table subscriptions rename to away');
  await stored.run();
  try {
    const answer = await nobody.send('GET', '/api/usage');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await env.DB.prepare('alter table away rename to subscriptions').run();
  }
});
