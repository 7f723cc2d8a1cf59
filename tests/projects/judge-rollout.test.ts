import { describe, expect, test } from 'vitest';

import {
  FALSE_ALARM_RATE,
  judgeRollout,
  LONE_FALSE_ALARM_RATE,
  MIN_JUDGED_CALLS,
} from '#app/projects/endpoint/judge-rollout.ts';

const ROLLOUTS = 1_000;

/** Numbers from 0 to 1 that follow from a seed: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Simulated {
  share: number;
  errors: { stable: number; candidate: number };
  calls: number;
}

/** A rollout that is looked at after each call: after how many it was taken back; Infinity: it never was. */
function simulate({ share, errors, calls }: Simulated, seed: number): number {
  const random = createRandom(seed);
  const usage = { candidate: { calls: 0, errors: 0 }, stable: { calls: 0, errors: 0 } };
  for (let call = 1; call <= calls; call += 1) {
    const arm = random() < share ? 'candidate' : 'stable';
    usage[arm].calls += 1;
    if (random() < errors[arm]) usage[arm].errors += 1;
    if (judgeRollout(usage, null) === 'takeBack') return call;
  }
  return Infinity;
}

const simulateAll = (simulated: Simulated) =>
  Array.from({ length: ROLLOUTS }, (_, index) => simulate(simulated, index * 7_919 + 1)).toSorted(
    (a, b) => a - b,
  );

describe('over a thousand simulated rollouts, looked at after each call,', () => {
  test.each([
    { share: 0.5, rate: 0.05 },
    { share: 0.1, rate: 0.05 },
    { share: 0.1, rate: 0.001 },
    { share: 0.5, rate: 0.5 },
  ])('hardly any is taken back where both fail equally often: %o', ({ share, rate }) => {
    const errors = { stable: rate, candidate: rate };
    const ended = simulateAll({ share, errors, calls: 2_000 }).filter(Number.isFinite);
    expect(ended.length / ROLLOUTS).toBeLessThanOrEqual(FALSE_ALARM_RATE);
  });

  test.each([
    { share: 0.5, stable: 0.1, candidate: 0.2, within: 1_700 },
    { share: 0.5, stable: 0.05, candidate: 0.1, within: 3_500 },
    { share: 0.1, stable: 0.02, candidate: 0.25, within: 500 },
    { share: 0.1, stable: 0.005, candidate: 1, within: 270 },
  ])('nine of ten are taken back in time: %o', ({ share, within, ...errors }) => {
    const ended = simulateAll({ share, errors, calls: within });
    expect(ended[0.9 * ROLLOUTS - 1]).toBeLessThanOrEqual(within);
  });
});

describe('without calls of the other version', () => {
  const none = { calls: 0, errors: 0 };
  const lone = (errors: number) =>
    simulateAll({ share: 1, errors: { stable: 0, candidate: errors }, calls: 2_000 });

  test.each([0, 0.05, 0.2, 0.5])('hardly any that fails at a rate of %d is taken back', (rate) => {
    const ended = lone(rate).filter(Number.isFinite);
    expect(ended.length / ROLLOUTS).toBeLessThanOrEqual(2 * LONE_FALSE_ALARM_RATE);
  });

  test('one that always fails is taken back after its first calls, one that nearly does soon after', () => {
    const calls = MIN_JUDGED_CALLS;
    expect(judgeRollout({ candidate: { calls, errors: calls }, stable: none }, null)).toBe(
      'takeBack',
    );
    expect(lone(0.95)[0.9 * ROLLOUTS - 1]).toBeLessThanOrEqual(30);
  });

  test('one that fails as the few calls of the other do is kept: the API is the cause', () => {
    const candidate = { calls: 100, errors: 100 };
    expect(judgeRollout({ candidate, stable: { calls: 5, errors: 5 } }, null)).toBe('wait');
    expect(judgeRollout({ candidate, stable: { calls: 5, errors: 4 } }, null)).toBe('takeBack');
  });

  test('none is promoted by itself', () => {
    expect(judgeRollout({ candidate: { calls: 1_000, errors: 0 }, stable: none }, 20)).toBe('wait');
  });
});

describe('a rollout', () => {
  const counts = (calls: number, errors: number) => ({ calls, errors });

  test('is judged by a minimum of calls of both versions', () => {
    const few = MIN_JUDGED_CALLS - 1;
    const many = counts(MIN_JUDGED_CALLS, 0);
    const failing = counts(MIN_JUDGED_CALLS, MIN_JUDGED_CALLS);
    expect(judgeRollout({ candidate: counts(few, few), stable: many }, 20)).toBe('wait');
    const half = counts(MIN_JUDGED_CALLS, MIN_JUDGED_CALLS / 2);
    expect(judgeRollout({ candidate: half, stable: counts(few, 0) }, 20)).toBe('wait');
    expect(judgeRollout({ candidate: half, stable: many }, 20)).toBe('takeBack');
    expect(judgeRollout({ candidate: failing, stable: many }, 20)).toBe('takeBack');
  });

  test('of a version that fails more seldom is never taken back', () => {
    const usage = { candidate: counts(500, 0), stable: counts(500, 400) };
    expect(judgeRollout(usage, null)).toBe('wait');
  });

  test('is promoted after its calls, if it fails no more often, one failed call aside', () => {
    const stable = counts(1_000, 10);
    expect(judgeRollout({ candidate: counts(99, 0), stable }, 100)).toBe('wait');
    expect(judgeRollout({ candidate: counts(100, 2), stable }, 100)).toBe('promote');
    expect(judgeRollout({ candidate: counts(100, 3), stable }, 100)).toBe('wait');
    expect(judgeRollout({ candidate: counts(100, 0), stable }, null)).toBe('wait');
  });
});
