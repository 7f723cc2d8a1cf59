import fc from 'fast-check';
import { expect, test } from 'vitest';

import { grantCalls, readQuota, UNUSED_QUOTA } from '#app/hosting/quota/quota-state.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Asks at these times, and adds up what was granted by minute and by day. */
function grantAll(
  asks: readonly { wanted: 'batch' | 1; waitMs: number }[],
  limits: { callsPerMinute: number; callsPerDay: number },
) {
  let state = UNUSED_QUOTA;
  let now = 5 * DAY_MS;
  const minutes = new Map<number, number>();
  const days = new Map<number, number>();
  for (const { wanted, waitMs } of asks) {
    now += waitMs;
    const granted = grantCalls(state, limits, wanted, now);
    ({ state } = granted);
    const minute = Math.floor(now / MINUTE_MS);
    const day = Math.floor(now / DAY_MS);
    minutes.set(minute, (minutes.get(minute) ?? 0) + granted.grant.calls);
    days.set(day, (days.get(day) ?? 0) + granted.grant.calls);
  }
  return { minutes: [...minutes.values()], days: [...days.values()] };
}

test('all isolates together are never granted more than the limits', () => {
  const ask = fc.record({
    wanted: fc.constantFrom('batch' as const, 1 as const),
    waitMs: fc.integer({ min: 0, max: 3 * 60 * MINUTE_MS }),
  });
  const limits = fc.record({
    callsPerMinute: fc.integer({ min: 1, max: 100 }),
    callsPerDay: fc.integer({ min: 1, max: 300 }),
  });
  fc.assert(
    fc.property(
      fc.array(ask, { maxLength: 200 }),
      limits,
      (asks, { callsPerMinute, callsPerDay }) => {
        const { minutes, days } = grantAll(asks, { callsPerMinute, callsPerDay });
        expect(Math.max(0, ...minutes)).toBeLessThanOrEqual(callsPerMinute);
        expect(Math.max(0, ...days)).toBeLessThanOrEqual(callsPerDay);
      },
    ),
  );
});

test('a batch is an eighth of the rest, and the last calls come one by one', () => {
  const limits = { callsPerMinute: 16, callsPerDay: 1_000 };
  const now = 10 * MINUTE_MS + 1;
  const sizes: number[] = [];
  let state = UNUSED_QUOTA;
  for (let count = 0; count < 20; count += 1) {
    const granted = grantCalls(state, limits, 'batch', now);
    ({ state } = granted);
    sizes.push(granted.grant.calls);
  }
  expect(sizes[0]).toBe(2);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(16);
  expect(sizes.at(-1)).toBe(0);
});

test('a grant ends with its minute, and a refusal says when there are calls again', () => {
  const now = 10 * MINUTE_MS + 50_000;
  const { state, grant } = grantCalls(
    UNUSED_QUOTA,
    { callsPerMinute: 1, callsPerDay: 2 },
    'batch',
    now,
  );
  expect(grant).toMatchObject({ calls: 1, until: 11 * MINUTE_MS, leftToday: 1 });
  const refused = grantCalls(state, { callsPerMinute: 1, callsPerDay: 2 }, 1, now);
  expect(refused.grant).toMatchObject({ calls: 0, resetsAt: 11 * MINUTE_MS });
  const spent = grantCalls(state, { callsPerMinute: 1, callsPerDay: 1 }, 1, now + MINUTE_MS);
  expect(spent.grant).toMatchObject({ calls: 0, resetsAt: DAY_MS });
  expect(readQuota(spent.state, { callsPerMinute: 1, callsPerDay: 1 }, now)).toEqual({
    leftToday: 0,
    limit: 1,
    resetsAt: DAY_MS,
  });
});
