import { expect, test } from 'vitest';

import { systemTiming } from '#app/runtime/timing.ts';
import { createCircuitBreaker } from '#app/runtime/upstream/circuit-breaker.ts';
import { createTurns } from '#app/runtime/upstream/turns.ts';
import { createUpstreamFetch } from '#app/runtime/upstream/upstream-fetch.ts';
import { createUpstreamGates } from '#app/runtime/upstream/upstream-gates.ts';

import { apiUpstream, policies } from './exchange.ts';
import { fakeTiming } from './fake-timing.ts';

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
const forever = new AbortController().signal;
const later = () => Date.now() + 60_000;

test('a breaker opens after the given number of consecutive failures, and not before', () => {
  const breaker = createCircuitBreaker({ failures: 3, cooldownMs: 1_000 }, fakeTiming().now);
  for (const verdict of ['fails', 'fails', 'works', 'fails', 'fails'] as const) {
    breaker.record(verdict, false);
  }
  expect(breaker.state()).toBe('closed');
  breaker.record('fails', false);
  expect(breaker.state()).toBe('open');
  expect(breaker.admit(0)).toEqual({ ok: false, retryInMs: 1_000 });
});

test('after the cool-down one request is a trial, and the others are told how long it may take', () => {
  const timing = fakeTiming();
  const breaker = createCircuitBreaker({ failures: 1, cooldownMs: 1_000 }, timing.now);
  breaker.record('fails', false);
  timing.pass(999);
  expect(breaker.admit(0)).toEqual({ ok: false, retryInMs: 1 });
  timing.pass(1);
  expect(breaker.state()).toBe('halfOpen');
  expect(breaker.admit(timing.now() + 500)).toEqual({ ok: true, isTrial: true });
  expect(breaker.admit(timing.now() + 500)).toEqual({ ok: false, retryInMs: 500 });
  breaker.record('works', true);
  expect(breaker.state()).toBe('closed');
  expect(breaker.admit(0)).toEqual({ ok: true, isTrial: false });
});

test('a failed trial opens it again, and an inconclusive one allows the next trial', () => {
  const timing = fakeTiming();
  const breaker = createCircuitBreaker({ failures: 1, cooldownMs: 1_000 }, timing.now);
  breaker.record('fails', false);
  timing.pass(1_000);
  breaker.admit(timing.now() + 500);
  breaker.record('unknown', true);
  expect(breaker.admit(timing.now() + 500)).toEqual({ ok: true, isTrial: true });
  breaker.record('fails', true);
  expect(breaker.admit(0)).toEqual({ ok: false, retryInMs: 1_000 });
});

test('a trial that never reports blocks others only until its deadline', () => {
  const timing = fakeTiming();
  const breaker = createCircuitBreaker({ failures: 1, cooldownMs: 1_000 }, timing.now);
  breaker.record('fails', false);
  timing.pass(1_000);
  breaker.admit(timing.now() + 500);
  timing.pass(500);
  expect(breaker.admit(timing.now() + 500)).toEqual({ ok: true, isTrial: true });
});

test('the number of slots is limited, and a released one goes to the next in order', async () => {
  const turns = createTurns({ atOnce: 2, waiting: 2 }, systemTiming);
  const first = await turns.take(forever, later());
  await turns.take(forever, later());
  const order: string[] = [];
  const third = turns.take(forever, later()).then((turn) => (order.push('third'), turn));
  const fourth = turns.take(forever, later()).then((turn) => (order.push('fourth'), turn));
  expect(await turns.take(forever, later())).toBeNull();
  await soon();
  expect(order).toEqual([]);
  first?.();
  first?.();
  (await third)?.();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
  expect(turns.taken()).toBe(2);
});

test('a request that stops waiting makes room, and wakes the next', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 2 }, systemTiming);
  const held = await turns.take(forever, later());
  const leaving = new AbortController();
  const second = turns.take(leaving.signal, later());
  const third = turns.take(forever, later());
  leaving.abort();
  expect(await second).toBeNull();
  held?.();
  expect(await third).not.toBeNull();
});

test('a slot that is never released ends with the deadline of its request', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 1 }, systemTiming);
  await turns.take(forever, Date.now() + 20);
  expect(await turns.take(forever, later())).not.toBeNull();
});

function failing(failures: number, statusCode = 503) {
  const timing = fakeTiming();
  const seen = { sent: 0, status: statusCode };
  const send = createUpstreamFetch({
    upstreams: ['api', 'other'].map((id) => ({
      id,
      baseUrl: `https://${id}.example.com`,
      allowedHosts: [`${id}.example.com`],
      auth: [],
      security: [],
    })),
    policies: { ...policies, breaker: { failures, cooldownMs: 12_000 } },
    secrets: () => undefined,
    timing,
    fetch: async () => {
      seen.sent += 1;
      return new Response('', { status: seen.status });
    },
  });
  const call = (id = 'api') => send(id, { method: 'GET', path: '/', headers: [] });
  return { call, timing, seen };
}

test('calls to a failing upstream are paused, and the error says when to try again', async () => {
  const { call, timing, seen } = failing(2);
  await call();
  await call();
  expect(await call()).toEqual({
    ok: false,
    reason: 'heldBack',
    message:
      'api.example.com failed 2 times in a row or more, so nothing is sent to it for now. Try again in 12 seconds.',
  });
  expect(seen.sent).toBe(2);
  expect(await call('other')).toMatchObject({ ok: true });
  timing.pass(12_000);
  seen.status = 200;
  expect(await call()).toMatchObject({ ok: true, response: { status: 200 } });
  expect(await call()).toMatchObject({ ok: true, response: { status: 200 } });
});

test.each([400, 404, 429, 500])(
  'status %d does not mean that the upstream is down',
  async (code) => {
    const { call, seen } = failing(1, code);
    await call();
    await call();
    expect(seen.sent).toBe(2);
  },
);

test('calls above the limit wait, and those beyond the queue are rejected with a reason', async () => {
  let open = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const send = createUpstreamFetch({
    upstreams: [apiUpstream()],
    policies: { ...policies, concurrency: { atOnce: 2, waiting: 1 } },
    secrets: () => undefined,
    fetch: async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise<void>((resolve) => ends.push(resolve));
      open -= 1;
      return new Response('ok');
    },
  });
  const call = () => send('api', { method: 'POST', path: '/', headers: [] });
  const calls = [call(), call(), call()];
  await soon();
  expect(await call()).toEqual({
    ok: false,
    reason: 'busy',
    message: '2 calls to api.example.com are in progress, with 1 more waiting.',
  });
  while (ends.length > 0) {
    ends.shift()?.();
    await soon();
  }
  expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(most).toBe(2);
});

test('waiting for a slot does not mean that the upstream is down, and the error says that nothing was sent', async () => {
  let sent = 0;
  const upstream = { allowedHosts: ['api.example.com'], auth: [], security: [] };
  const limits = {
    ...policies,
    concurrency: { atOnce: 1, waiting: 5 },
    breaker: { failures: 2, cooldownMs: 60_000 },
  };
  const gates = createUpstreamGates(limits);
  const sendWithin = (timeoutMs: number) =>
    createUpstreamFetch({
      upstreams: [{ id: 'api', baseUrl: 'https://api.example.com', ...upstream }],
      policies: { ...limits, timeoutMs },
      gates,
      secrets: () => undefined,
      fetch: async () => {
        sent += 1;
        return await new Promise<Response>(() => {});
      },
    });
  const request = { method: 'GET', path: '/', headers: [] };
  const stop = new AbortController();
  const holder = sendWithin(60_000)('api', request, stop.signal);
  // One after the other: two of them would have closed the gate of an upstream that is down.
  for (let call = 1; call <= 3; call += 1) {
    const outcome = await sendWithin(50)('api', request);
    expect(outcome).toMatchObject({ ok: false, reason: 'busy' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('timed out while waiting'));
  }
  stop.abort();
  await holder;
  expect(sent).toBe(1);
});

test('a time-out counts against an upstream that had most of the time', async () => {
  const timing = fakeTiming();
  const gates = createUpstreamGates({ breaker: { failures: 1, cooldownMs: 60_000 } }, timing);
  const send = (waitedMs: number) =>
    createUpstreamFetch({
      upstreams: [
        apiUpstream({ auth: [{ id: 'key', kind: 'bearer', secret: 'KEY' }], security: [['key']] }),
      ],
      policies: { ...policies, timeoutMs: 50 },
      // What comes before the request takes time as well.
      secrets: () => (timing.pass(waitedMs), 'secret'),
      timing,
      gates,
      fetch: () => new Promise<Response>(() => {}),
    })('api', { method: 'GET', path: '/', headers: [] });
  expect(await send(20)).toMatchObject({ ok: false, reason: 'timeout' });
  await soon();
  expect(gates.of('api').state()).toBe('closed');
  expect(await send(0)).toMatchObject({ ok: false, reason: 'timeout' });
  await soon();
  expect(gates.of('api').state()).toBe('open');
});
