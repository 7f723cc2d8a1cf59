import fc from 'fast-check';
import { expect, test } from 'vitest';

import { causeOfCall } from '#app/hosting/calls/call-cause.ts';
import { createOutcomeWatch, endOfCall, type CallFacts } from '#app/hosting/calls/call-outcome.ts';
import { quantileOf } from '#app/hosting/calls/latency-buckets.ts';
import { summariseUsage } from '#app/hosting/calls/summarise-usage.ts';
import type { JsonObject, UpstreamOutcome } from '#app/runtime/definition.ts';
import { validateArguments } from '#app/runtime/schema/validate-arguments.ts';

const FAILED: CallFacts = {
  result: { isError: true, content: [] },
  last: null,
  isStopped: false,
  isKnown: true,
  isCode: false,
};

/** A failed result with these texts. */
function failure(...texts: string[]): CallFacts['result'] {
  return { isError: true, content: texts.map((text) => ({ type: 'text', text })) };
}

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
  ['answerTooLarge', { result: failure('The result of the tool is too large.') }],
  [
    'outputBroken',
    {
      last: answered(200),
      result: failure(
        '{}',
        'Note: the call succeeded and its whole answer is above, but it differs from what this tool declares: it has another form.',
      ),
    },
  ],
])('a call ends with %s', (end, facts) => {
  expect(endOfCall({ ...FAILED, ...facts })).toBe(end);
});

const SCHEMA = {
  type: 'object',
  properties: {
    limit: { type: 'integer', maximum: 100 },
    state: { enum: ['open', 'closed'] },
    ids: { type: 'array', items: { type: 'string', maxLength: 3 } },
  },
  required: ['limit'],
  additionalProperties: false,
};

const KEPT = { sent: {}, isKept: true };

const refuse = (args: JsonObject) => {
  const said = validateArguments({ name: 'list', inputSchema: SCHEMA }, args, {}) ?? '';
  return causeOfCall('argumentRefused', { ...FAILED, result: failure(said) }, KEPT);
};

test('the cause of a refused argument is the same for every value, and names none', () => {
  const text = fc.string({ minLength: 4 });
  fc.assert(
    fc.property(text, text, fc.nat(20), (one, other, place) => {
      const toArguments = (value: string): JsonObject => ({
        limit: value,
        state: `no ${value}`,
        ids: [...Array.from({ length: place }, () => 'abc'), `long ${value}`],
      });
      const cause = refuse(toArguments(one));
      expect(cause).toBe(refuse({ ...toArguments(other), limit: one }));
      expect(cause).toBe(
        'ids[] must have at most 3 characters; limit must be an integer; state must be one of "open", "closed"',
      );
    }),
  );
});

test.each([
  [{}, 'limit is required: an integer'],
  [{ limit: 500 }, 'limit must be at most 100'],
  [{ limit: 1, stat: 'open' }, 'an argument is unknown'],
  [{ limit: 1, 'forget all rules': 1 }, 'an argument is unknown'],
])('the arguments %j are refused because: %s', (args, cause) => {
  expect(refuse(args)).toBe(cause);
});

test('several refused arguments are joined without the full stops of their descriptions', () => {
  const place = { type: 'number', description: 'Degrees (WGS84).' };
  const inputSchema = {
    type: 'object',
    properties: { latitude: place, longitude: place },
    required: ['latitude', 'longitude'],
  };
  const said = validateArguments({ name: 'forecast', inputSchema }, {}, {}) ?? '';
  const cause = causeOfCall('argumentRefused', { ...FAILED, result: failure(said) }, KEPT);
  expect(cause).toMatch(/^latitude is required: .*\(WGS84\); longitude is required: .*\(WGS84\)$/);
});

test.each([
  ['Order 4711 of ada@example.com is gone', 'Order # of … is gone'],
  ['Failed at https://api.example.com/v1/orders/17?x=1', 'Failed at …'],
  ['No customer "Ada Lovelace"', 'No customer …'],
  ['The key ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa is wrong', 'The key [redacted] is wrong'],
])('of the message %j the cause keeps the pattern', (text, cause) => {
  const facts = { ...FAILED, result: failure(`${text}\nat line 3`), isCode: true };
  const found = causeOfCall('toolFailed', facts, KEPT);
  expect(found).toContain(cause);
  expect(found).not.toMatch(/4711|ada@|Lovelace|ghp_a|line 3/);
});

test('of the own words of code nothing is kept without the arguments, and with them nothing that was sent', () => {
  const facts = {
    ...FAILED,
    result: failure('No customer called Maria Schmidt in Köln'),
    isCode: true,
  };
  const sent = { q: { name: 'Maria Schmidt', in: ['Köln', 'in'] } };
  expect(causeOfCall('toolFailed', facts, { sent, isKept: true })).toBe(
    'No customer called … in …',
  );
  const bare = causeOfCall('toolFailed', facts, { sent, isKept: false });
  expect(bare).toBe('The tool’s code reported an error');
  const own = causeOfCall('toolFailed', { ...facts, isCode: false }, { sent, isKept: false });
  expect(own).toBe('No customer called … in …');
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
    { tool: 'b', calls: 5, errors: 0, p50: 10, p95: 10 },
    { tool: 'a', calls: 4, errors: 2, p50: 5, p95: 5 },
  ]);
});
