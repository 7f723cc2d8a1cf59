import fc from 'fast-check';
import { expect, test } from 'vitest';

import { describeFault, toFault, type ModelFault } from '#app/builder/models/model-fault.ts';
import { decide, MAX_TRIES, MAX_WAIT_MS, type Attempt } from '#app/builder/models/retry-policy.ts';

const FIRST: Attempt = { tries: 1, remainingMs: 120_000, isOwn: false, random: 0.5 };

function status(code: number, retryAfterMs: number | null = null): ModelFault {
  return { kind: 'status', status: code, retryAfterMs };
}

test.each([
  ['too many requests, with a time', status(429, 3_000), {}, { act: 'retry', waitMs: 3_250 }],
  ['too many requests, without one', status(429), {}, { act: 'retry', waitMs: 500 }],
  ['overloaded', status(529), { tries: 2 }, { act: 'retry', waitMs: 1_000 }],
  ['failed', status(500), {}, { act: 'retry', waitMs: 500 }],
  ['a request that took too long', status(408), {}, { act: 'retry', waitMs: 500 }],
  ['a broken connection', { kind: 'network' }, {}, { act: 'retry', waitMs: 500 }],
  ['a page instead of an answer', { kind: 'broken' }, {}, { act: 'retry', waitMs: 500 }],
  ['failed for the third time', status(500), { tries: 3 }, { act: 'next' }],
  ['a rest that is too long', status(429, 60_000), {}, { act: 'next' }],
  ['no time left to rest', status(429, 3_000), { remainingMs: 3_000 }, { act: 'next' }],
  ['slow', { kind: 'slow' }, {}, { act: 'next' }],
  ['their own, slow', { kind: 'slow' }, { isOwn: true }, { act: 'stop' }],
  ['their own, failed for the third time', status(500), { isOwn: true, tries: 3 }, { act: 'stop' }],
  ['our key refused', status(401), {}, { act: 'next' }],
  ['our key refused', status(403), {}, { act: 'next' }],
  ['our model unknown', status(404), {}, { act: 'next' }],
  ['their key refused', status(401), { isOwn: true }, { act: 'stop' }],
  ['their address refused', { kind: 'refused', why: 'no' }, { isOwn: true }, { act: 'stop' }],
  ['a request that nobody would take', status(400), {}, { act: 'stop' }],
  ['a conversation that is too long', status(413), {}, { act: 'stop' }],
] satisfies [string, ModelFault, Partial<Attempt>, object][])(
  '%s: %j %j',
  (_what, fault, attempt, decision) => {
    expect(decide(fault, { ...FIRST, ...attempt })).toEqual(decision);
  },
);

const anyFault: fc.Arbitrary<ModelFault> = fc.oneof(
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.integer({ min: 300, max: 599 }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  }),
  fc.constantFrom<ModelFault>(
    { kind: 'network' },
    { kind: 'slow' },
    { kind: 'broken' },
    { kind: 'cut' },
    { kind: 'silent' },
    { kind: 'refused', why: 'x' },
  ),
);
const anyAttempt = fc.record({
  tries: fc.integer({ min: 1, max: 50 }),
  remainingMs: fc.integer({ min: -10_000, max: 600_000 }),
  isOwn: fc.boolean(),
  random: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
});

test('no delay exceeds the turn or the cap, follows the last attempt, or is negative', () => {
  fc.assert(
    fc.property(anyFault, anyAttempt, (fault, attempt) => {
      const decision = decide(fault, attempt);
      if (decision.act !== 'retry') return;
      expect(attempt.tries).toBeLessThan(MAX_TRIES);
      expect(decision.waitMs).toBeGreaterThanOrEqual(0);
      expect(decision.waitMs).toBeLessThanOrEqual(MAX_WAIT_MS);
      expect(decision.waitMs).toBeLessThan(attempt.remainingMs);
    }),
  );
});

test('nothing stands in for a person’s own model', () => {
  fc.assert(
    fc.property(anyFault, anyAttempt, (fault, attempt) => {
      expect(decide(fault, { ...attempt, isOwn: true }).act).not.toBe('next');
    }),
  );
});

test('a model that asks to wait is never called earlier', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), anyAttempt, (told, attempt) => {
      const decision = decide(status(429, told), attempt);
      if (decision.act === 'retry') expect(decision.waitMs).toBeGreaterThanOrEqual(told);
    }),
  );
});

test('each fault is a sentence that names the model and no internal details', () => {
  fc.assert(
    fc.property(anyFault, fc.boolean(), (fault, isOwn) => {
      expect(describeFault(fault, { label: 'Model X', isOwn })).toMatch(
        /^Th?.*Model X.*\.$|^Model X /,
      );
    }),
  );
});

test.each([
  [{ type: 'overloaded_error' }, 529],
  [{ code: 429 }, 429],
  [{ type: 'server_error', code: null }, 500],
])('an error inside a stream corresponds to a status: %j', (error, code) => {
  expect(toFault(error)).toEqual(status(code));
});

test('an unknown failure is a broken response', () => {
  expect(toFault(new TypeError('secret'))).toEqual({ kind: 'broken' });
  expect(toFault(null)).toEqual({ kind: 'broken' });
});
