import { describe, expect, test } from 'vitest';

import { callWithToken, untilAborted, type CallParts } from '#app/auth/call-with-token.ts';

const never = () => new Promise<never>(() => {});

/** Time-outs that go off by hand, in the order in which they were asked for. */
function createTimeouts() {
  const all: { milliseconds: number; controller: AbortController }[] = [];
  return {
    all,
    timeout: (milliseconds: number) => {
      const controller = new AbortController();
      all.push({ milliseconds, controller });
      return controller.signal;
    },
    pass: (milliseconds: number) => {
      for (const each of all) {
        const error = new DOMException('too late', 'TimeoutError');
        if (each.milliseconds <= milliseconds) each.controller.abort(error);
      }
    },
  };
}

/** A server that answers these, one after the other, and never once they are used up. */
function createServer(...answers: (number | 'hang')[]) {
  const calls: { token: string | null; signal: AbortSignal | null; method: string }[] = [];
  const fetch: CallParts['fetch'] = (_, { headers, signal = null, method = 'GET' }) => {
    calls.push({ token: new Headers(headers).get('authorization'), signal, method });
    const status = answers.shift() ?? 'hang';
    return untilAborted(
      status === 'hang' ? never() : Promise.resolve(new Response(null, { status })),
      signal ?? new AbortController().signal,
    );
  };
  return { calls, fetch };
}

function setUp(
  server: ReturnType<typeof createServer>,
  readToken: CallParts['readToken'] = async (isForced) => (isForced ? 'fresh' : 'known'),
  over: Partial<CallParts> = {},
) {
  const timeouts = createTimeouts();
  const parts: CallParts = {
    readToken,
    fetch: server.fetch,
    timeoutMs: 30_000,
    timeout: timeouts.timeout,
    ...over,
  };
  const call = (init: RequestInit = {}) => callWithToken('/api/things', init, parts);
  return { timeouts, call };
}

describe('a call with a token', () => {
  test('carries it, and cookies alone where there is none', async () => {
    for (const [token, sent] of [
      ['known', 'Bearer known'],
      [null, null],
    ]) {
      const server = createServer(200);
      const { call } = setUp(server, async () => token ?? null);
      expect((await call({ method: 'PUT' })).status).toBe(200);
      expect(server.calls).toMatchObject([{ token: sent, method: 'PUT' }]);
    }
  });

  test('that needs one is not sent where nobody is signed in', async () => {
    const server = createServer(401);
    const { call } = setUp(server, async () => null, { isTokenNeeded: true });
    await expect(call()).rejects.toThrow('no ID token');
    expect(server.calls).toEqual([]);
  });

  test('that is refused is repeated once, with a fresh token', async () => {
    const server = createServer(401, 401);
    const { call } = setUp(server);
    expect((await call()).status).toBe(401);
    expect(server.calls.map(({ token }) => token)).toEqual(['Bearer known', 'Bearer fresh']);
  });

  test('that the relay took to another server is not repeated when that server refuses it', async () => {
    let sent = 0;
    const relayed = async () => {
      sent += 1;
      return new Response(null, { status: 401, headers: { 'x-mcp-relay': 'target' } });
    };
    const { call } = setUp(createServer(), undefined, { fetch: relayed });
    expect((await call({ method: 'POST', body: '{}' })).status).toBe(401);
    expect(sent).toBe(1);
  });

  test('that is refused is not repeated where no fresh token can be had', async () => {
    const server = createServer(401);
    const { call } = setUp(server, async (isForced) => {
      if (isForced) throw new TypeError('Failed to fetch');
      return 'known';
    });
    expect((await call()).status).toBe(401);
    expect(server.calls).toHaveLength(1);
  });

  test('goes without a token that takes half of its time, and ends by the other half', async () => {
    const server = createServer('hang');
    const { timeouts, call } = setUp(server, never);
    const answer = call();
    await expect.poll(() => timeouts.all.length).toBe(2);
    expect(server.calls).toEqual([]);
    timeouts.pass(15_000);
    await expect.poll(() => server.calls.length).toBe(1);
    expect(server.calls[0]).toMatchObject({ token: null });
    timeouts.pass(30_000);
    await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('has one time-out for both its tokens and both its requests', async () => {
    const server = createServer(401, 'hang');
    const { timeouts, call } = setUp(server);
    const answer = call();
    await expect.poll(() => server.calls.length).toBe(2);
    expect(timeouts.all.map(({ milliseconds }) => milliseconds)).toEqual([30_000, 15_000, 15_000]);
    timeouts.pass(30_000);
    await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' });
    for (const { signal } of server.calls) expect(signal?.aborted).toBe(true);
  });

  test('ends when its caller does, also while it waits for the token', async () => {
    const server = createServer('hang');
    const { call } = setUp(server, never);
    const caller = new AbortController();
    const answer = call({ signal: caller.signal });
    caller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('that reads an event stream waits so for its token only', async () => {
    const server = createServer(200);
    const { timeouts, call } = setUp(server, never);
    const answer = call({ headers: { accept: 'text/event-stream' } });
    await expect.poll(() => timeouts.all.length).toBe(2);
    timeouts.pass(30_000);
    expect((await answer).status).toBe(200);
    expect(server.calls[0]?.signal?.aborted).toBe(false);
  });
});
