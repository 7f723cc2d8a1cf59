import { expect, test } from 'vitest';

import { createOutcomeWatch, endOfCall, type CallFacts } from '#app/hosting/calls/call-outcome.ts';
import { quantileOf } from '#app/hosting/calls/latency-buckets.ts';
import { summariseUsage } from '#app/hosting/calls/summarise-usage.ts';
import type { UpstreamOutcome } from '#app/runtime/definition.ts';

const FAILED: CallFacts = {
  result: { isError: true, content: [] },
  last: null,
  isStopped: false,
  isKnown: true,
  isCode: false,
};

function answered(status: number): UpstreamOutcome {
  return { ok: true, response: { status, headers: [], body: new Uint8Array() } };
}

function failed(reason: Extract<UpstreamOutcome, { ok: false }>['reason']): UpstreamOutcome {
  return { ok: false, reason, message: 'No answer.' };
}

test.each<[string, Partial<CallFacts>]>([
  ['ok', { result: { content: [] } }],
  ['argumentRefused', {}],
  ['toolFailed', { isCode: true }],
  ['toolFailed', { last: answered(200) }],
  ['upstreamStatus', { last: answered(503) }],
  ['timeOut', { last: failed('timeout') }],
  ['answerTooLarge', { last: failed('tooLarge') }],
  ['upstreamFailed', { last: failed('unreachable') }],
  ['upstreamFailed', { last: failed('secretMissing') }],
  ['cancelled', { isStopped: true, last: answered(200) }],
  ['toolNotFound', { isKnown: false }],
  [
    'timeOut',
    {
      result: {
        isError: true,
        content: [{ type: 'text', text: 'The tool did not finish within 60 s.' }],
      },
    },
  ],
])('a call ends with %s', (end, facts) => {
  expect(endOfCall({ ...FAILED, ...facts })).toBe(end);
});

test('the last request of a call decides', async () => {
  const watch = createOutcomeWatch();
  const outcomes = [answered(500), answered(200)];
  const send = watch.wrap(async () => outcomes.shift() ?? failed('unreachable'));
  const request = { method: 'GET', path: '/', headers: [] };
  await send('api', request);
  expect(watch.last()).toMatchObject({ response: { status: 500 } });
  await send('api', request);
  expect(watch.last()).toMatchObject({ response: { status: 200 } });
});

test('a quantile is the bound of its bucket', () => {
  expect(quantileOf([], 0.5)).toBeNull();
  expect(quantileOf([1, 1, 0, 2], 0.5)).toBe(10);
  expect(quantileOf([1, 1, 0, 2], 0.95)).toBe(50);
  expect(quantileOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], 0.5)).toBe(10_000);
});

test('usage is summed by hour and by tool', () => {
  const row = { key: null, calls: 2, errors: 1, buckets: [2] };
  const { hours, tools } = summariseUsage({
    rows: [
      { ...row, hour: 1, tool: 'a' },
      { ...row, hour: 1, tool: 'b', calls: 5, errors: 0, buckets: [0, 5] },
      { ...row, hour: 2, tool: 'a' },
      { ...row, hour: 2, tool: null },
    ],
  });
  expect(hours).toEqual([
    { at: 1, calls: 7, errors: 1, p50: 10, p95: 10 },
    { at: 2, calls: 4, errors: 2, p50: 5, p95: 5 },
  ]);
  expect(tools).toEqual([
    { tool: 'b', calls: 5, errors: 0, p95: 10 },
    { tool: 'a', calls: 4, errors: 2, p95: 5 },
  ]);
});
