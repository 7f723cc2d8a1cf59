import { expect, test } from 'vitest';

import type { RetryPolicy } from '#app/runtime/policies.ts';
import type { UpstreamProgress, UpstreamRequest } from '#app/runtime/tool-context.ts';
import { retryAfter } from '#app/runtime/upstream/retry-wait.ts';
import { UpstreamFailure } from '#app/runtime/upstream/upstream-failure.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';

import { apiUpstream, policies } from './exchange.ts';
import { fakeTiming } from './fake-timing.ts';

const RETRIES: RetryPolicy = { attempts: 4, baseDelayMs: 100, maxDelayMs: 250 };

/** An upstream that answers one after the other, and then always the last. */
function upstreamOf(...answers: (() => Response)[]) {
  const timing = fakeTiming();
  let sent = 0;
  const told: UpstreamProgress[] = [];
  const send = createUpstreamFetch({
    upstreams: [apiUpstream()],
    policies: { ...policies, retries: RETRIES, breaker: { failures: 100, cooldownMs: 1 } },
    secrets: () => undefined,
    timing,
    fetch: async () => {
      const answer = answers[Math.min(sent, answers.length - 1)];
      sent += 1;
      return answer === undefined ? new Response() : answer();
    },
  });
  const call = (request: Partial<UpstreamRequest> = {}, signal?: AbortSignal) =>
    send('api', { method: 'GET', path: '/x', headers: [], ...request }, signal, (one) =>
      told.push(one),
    );
  return { call, timing, told, sent: () => sent };
}

const ok = () => new Response('fine');
const status = (code: number, headers: { [name: string]: string } = {}) => {
  return () => new Response('no', { status: code, headers });
};
const reset = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
  });
};

test.each([408, 429, 500, 502, 503, 504])('status %d is retried', async (code) => {
  const { call, sent } = upstreamOf(status(code), ok);
  expect(await call()).toMatchObject({ ok: true, response: { status: 200 }, attempts: 2 });
  expect(sent()).toBe(2);
});

test.each([400, 401, 403, 404, 409, 422, 501, 505])('status %d is not retried', async (code) => {
  const { call, sent } = upstreamOf(status(code), ok);
  expect(await call()).toMatchObject({ ok: true, response: { status: code } });
  expect(sent()).toBe(1);
});

test('a connection that is reset or breaks off is retried', async () => {
  const broken = () =>
    new Response(new ReadableStream({ pull: (to) => to.error(new Error('terminated')) }));
  const { call, sent } = upstreamOf(reset, broken, ok);
  expect(await call()).toMatchObject({ ok: true, attempts: 3 });
  expect(sent()).toBe(3);
});

test('a truncated response is reported as such', async () => {
  const broken = () =>
    new Response(new ReadableStream({ pull: (to) => to.error(new Error('terminated')) }));
  expect(await upstreamOf(broken).call({ method: 'POST' })).toEqual({
    ok: false,
    reason: 'brokenOff',
    message: 'api.example.com broke off its response.',
  });
});

test.each<[string, Partial<UpstreamRequest>, number]>([
  ['GET', {}, 4],
  ['HEAD', {}, 4],
  ['OPTIONS', {}, 4],
  ['PUT', {}, 4],
  ['DELETE', {}, 4],
  ['POST', {}, 1],
  ['PATCH', {}, 1],
  ['POST', { idempotent: true }, 4],
  ['PUT', { idempotent: false }, 1],
])('%s, marked %j, is sent %d times', async (method, request, times) => {
  const { call, sent } = upstreamOf(status(503));
  await call({ method, ...request });
  expect(sent()).toBe(times);
});

test('delays are random, from a range that doubles up to a limit', async () => {
  const { call, timing } = upstreamOf(status(503));
  expect(await call()).toMatchObject({ response: { status: 503 }, attempts: 4 });
  expect(timing.slept).toEqual([100, 200, 250]);
});

test('the upstream’s own delay is the minimum, plus a random part', async () => {
  const { call, timing } = upstreamOf(status(429, { 'Retry-After': '2' }), ok);
  expect(await call()).toMatchObject({ response: { status: 200 } });
  expect(timing.slept).toEqual([2_100]);
});

test('a date in Retry-After is respected', async () => {
  const date = { 'Retry-After': 'Thu, 01 Jan 2026 00:00:03 GMT' };
  const { call, timing } = upstreamOf(status(503, date), ok);
  await call();
  expect(timing.slept).toEqual([3_100]);
});

test('a delay beyond the deadline is not waited for', async () => {
  const { call, sent, timing } = upstreamOf(status(429, { 'Retry-After': '5' }), ok);
  const outcome = await call();
  expect(outcome).toMatchObject({ ok: true, response: { status: 429 } });
  expect(outcome).not.toHaveProperty('attempts');
  expect(sent()).toBe(1);
  expect(timing.slept).toEqual([]);
});

test('all attempts together stay within the time-out of one call', async () => {
  const { call, sent, timing } = upstreamOf(() => {
    timing.pass(2_450);
    return status(503)();
  });
  await call();
  expect(sent()).toBe(2);
});

test('a call that is cancelled while it waits sends nothing more', async () => {
  const controller = new AbortController();
  const { call, sent } = upstreamOf(() => {
    queueMicrotask(() => controller.abort());
    return status(503)();
  }, ok);
  expect(await call({}, controller.signal)).toMatchObject({ ok: false, reason: 'cancelled' });
  expect(sent()).toBe(1);
});

test('a refusal by a guard, and a response that is too long, are not retried', async () => {
  const refused = upstreamOf(() => {
    throw new UpstreamFailure('refused', 'No.');
  });
  await refused.call();
  expect(refused.sent()).toBe(1);
  const long = upstreamOf(() => new Response('x'.repeat(2_000)));
  expect(await long.call()).toMatchObject({ reason: 'tooLarge' });
  expect(long.sent()).toBe(1);
});

test('each retry is reported, with the reason', async () => {
  const { call, told } = upstreamOf(status(503), reset, ok);
  await call();
  expect(told).toEqual([
    { kind: 'retry', attempt: 2, of: 4, waitMs: 100, why: 'status 503' },
    {
      kind: 'retry',
      attempt: 3,
      of: 4,
      waitMs: 200,
      why: 'api.example.com could not be reached (ECONNRESET).',
    },
  ]);
});

test.each<[string, [string, string][], number | null]>([
  ['seconds', [['retry-after', '7']], 7_000],
  ['none at all', [['Retry-After', '0']], 0],
  ['a date', [['Retry-After', 'Thu, 01 Jan 2026 00:01:00 GMT']], 60_000],
  ['a date that is past', [['Retry-After', 'Wed, 31 Dec 2025 23:59:00 GMT']], 0],
  [
    'a date by the clock of the upstream',
    [
      ['Retry-After', 'Thu, 01 Jan 2026 01:00:05 GMT'],
      ['Date', 'Thu, 01 Jan 2026 01:00:00 GMT'],
    ],
    5_000,
  ],
  ['a word', [['Retry-After', 'soon']], null],
  ['a negative number', [['Retry-After', '-5']], null],
  ['a number of many digits', [['Retry-After', '99999999999']], null],
  ['nothing', [], null],
])('Retry-After of %s is read', (_, headers, expected) => {
  expect(retryAfter(headers, Date.parse('2026-01-01T00:00:00Z'))).toBe(expected);
});
