import { expect, test } from 'vitest';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { OwnSubscription } from '#app/billing/subscription/own-subscription.ts';
import { PATIENCE_MS, waitForPlan } from '#app/billing/subscription/wait-for-plan.ts';
import type { Result } from '#app/platform/result.ts';

import { OWN, PAID_PRO } from './own-subscriptions.ts';

type Answer = Result<OwnSubscription, RequestFailure>;

const NONE: Answer = { ok: true, value: OWN };
const ACTIVE: Answer = { ok: true, value: PAID_PRO };
const OFFLINE: Answer = { ok: false, reason: 'network' };
const refused = (status: number): Answer => ({
  ok: false,
  reason: 'problem',
  problem: { type: 'about:blank', title: '', status, detail: '', requestId: '' },
});

/** Waits on a clock that only pauses and answers move; the last answer is repeated. */
async function wait(
  answers: Answer[],
  { answerMs = 0, sleepMs = 0, signal = new AbortController().signal } = {},
) {
  const start = 1_000_000;
  let now = start;
  const askedAt: number[] = [];
  const waited = await waitForPlan({
    now: () => now,
    signal,
    pause: async (milliseconds) => {
      now += Math.max(milliseconds, sleepMs);
    },
    sync: async () => {
      askedAt.push(now - start);
      now += answerMs;
      return answers[Math.min(askedAt.length, answers.length) - 1] ?? OFFLINE;
    },
  });
  return { waited, askedAt, took: now - start };
}

test('a plan that is active at once is asked for once', async () => {
  const { waited, askedAt } = await wait([ACTIVE]);
  expect(waited).toEqual({ own: PAID_PRO, failure: null });
  expect(askedAt).toEqual([0]);
});

test('questions come with growing pauses until the plan is active', async () => {
  const { waited, askedAt } = await wait([NONE, OFFLINE, NONE, ACTIVE]);
  expect(waited.own).toEqual(PAID_PRO);
  const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(new Set(pauses).size).toBe(3);
});

test.each([0, 900, 4_000])(
  'nobody waits longer than 30 seconds where each answer takes %d ms',
  async (answerMs) => {
    const { waited, took } = await wait([NONE], { answerMs });
    expect(waited).toEqual({ own: OWN, failure: null });
    expect(took).toBeLessThanOrEqual(PATIENCE_MS + answerMs);
    expect(PATIENCE_MS).toBe(30_000);
  },
);

test('a server that is away is asked again, and what it said before stays known', async () => {
  const { waited, askedAt } = await wait([NONE, OFFLINE]);
  expect(waited).toEqual({ own: OWN, failure: OFFLINE });
  expect(askedAt.length).toBeGreaterThan(3);
});

test.each([401, 403, 501])('what stays refused (%d) is not asked for again', async (status) => {
  const { askedAt } = await wait([refused(status), ACTIVE]);
  expect(askedAt).toEqual([0]);
});

test('a visitor who leaves ends the questions', async () => {
  const left = new AbortController();
  left.abort();
  const { askedAt } = await wait([NONE, ACTIVE], { signal: left.signal });
  expect(askedAt).toEqual([0]);
});

test('a page that slept asks once more when it wakes up', async () => {
  const { waited, askedAt } = await wait([NONE, ACTIVE], { sleepMs: 2 * PATIENCE_MS });
  expect(waited).toEqual({ own: PAID_PRO, failure: null });
  expect(askedAt).toEqual([0, 2 * PATIENCE_MS]);
});
