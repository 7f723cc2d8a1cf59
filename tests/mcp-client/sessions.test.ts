import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ConnectionState, ServerConnection } from '#app/mcp-client/connection.ts';
import type { ConnectionOptions } from '#app/mcp-client/connection-options.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

import { serveHttp, type TestServer } from '../tester/servers/serve-http.ts';
import { startEverything } from '../tester/servers/start-everything.ts';
import { startFixture } from '../tester/servers/start-fixture.ts';
import { limitCors } from './limit-cors.ts';
import { makeTarget } from './make-target.ts';

let fixture: TestServer;
beforeAll(async () => {
  fixture = await startFixture();
  // The first requests load the server's parts.
  for (const era of ERAS) {
    const connection = await open(fixture.url, { era });
    await connection.request('tools/call', ADD);
    await connection.close();
  }
});
afterAll(() => fixture.stop());

async function open(
  url: string,
  changes: Partial<ServerTarget> = {},
  options: ConnectionOptions = {},
): Promise<ServerConnection> {
  const connection = createConnection(makeTarget(url, changes), options);
  expect(await connection.connect()).toMatchObject({ ok: true });
  return connection;
}

function idOf(state: ConnectionState): string | null {
  return state.status === 'connected' ? state.session.sessionId : null;
}

const ERAS = ['auto', 'legacy'] as const;
const PAUSES = { pausesMs: [0, 100, 200, 400, 800] };
const ADD = { name: 'add', arguments: { a: 2, b: 3 } };

describe.each(ERAS)('in the era %s', (era) => {
  test('progress holds off the end of a request, but not beyond its longest time', async () => {
    const connection = await open(fixture.url, { era, timeoutMs: 250, maxTimeoutMs: 10_000 });
    const steps = { name: 'steps', arguments: { count: 6, ms: 100 } };
    const seen: number[] = [];
    const onProgress = ({ progress }: { progress: number }) => void seen.push(progress);
    const done = await connection.request('tools/call', steps, { onProgress });
    expect(done).toMatchObject({ ok: true, value: { content: [{ text: 'Every step is done.' }] } });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    const impatient = await open(fixture.url, { era, timeoutMs: 250, maxTimeoutMs: 300 });
    const late = await impatient.request('tools/call', steps, { onProgress });
    expect(late).toMatchObject({ ok: false, reason: 'timed-out' });
    expect(!late.ok && late.message).toContain('0.3 s');
    await connection.close();
    await impatient.close();
  });

  test('a request that is cancelled is cancelled at the server, too', async () => {
    const connection = await open(fixture.url, { era });
    const cancel = new AbortController();
    const onProgress = () => cancel.abort();
    const call = { name: 'steps', arguments: { count: 400, ms: 20 } };
    const called = await connection.request('tools/call', call, {
      signal: cancel.signal,
      onProgress,
    });
    expect(called).toMatchObject({ ok: false, reason: 'cancelled' });
    const sent = connection.log
      .getFrames()
      .find(({ message }) => message['method'] === 'tools/call');
    const told = () =>
      connection.log
        .getFrames()
        .find(({ message }) => message['method'] === 'notifications/cancelled')?.message;
    const exchange = () => connection.log.getExchanges().find(({ id }) => id === sent?.exchangeId);
    await expect.poll(() => exchange()?.error).toBe('The request was stopped.');
    const params = { requestId: sent?.message['id'], reason: 'You cancelled the request.' };
    if (era === 'legacy') expect(told()).toMatchObject({ params });
    else expect(told()).toBeUndefined();
    await connection.close();
  });

  test('a question of a request that is cancelled is withdrawn, and one that is refused ends it', async () => {
    const connection = await open(fixture.url, { era });
    const cancel = new AbortController();
    const call = { name: 'ask_name', arguments: {} };
    const first = connection.request('tools/call', call, { signal: cancel.signal });
    await expect.poll(() => connection.getQuestions().length).toBe(1);
    cancel.abort();
    expect(await first).toMatchObject({ ok: false, reason: 'cancelled' });
    expect(connection.getQuestions()).toEqual([]);
    const second = connection.request('tools/call', call, { timeoutMs: 500 });
    await expect.poll(() => connection.getQuestions().length).toBe(1);
    // The person takes longer than the server may.
    await new Promise((next) => setTimeout(next, 800));
    connection.getQuestions()[0]?.refuse('I do not want to.');
    const refused = await second;
    expect(JSON.stringify(refused)).toContain('I do not want to.');
    await connection.close();
  });

  test('a watched resource is heard of until it is watched no more', async () => {
    const connection = await open(fixture.url, { era });
    const heard = () =>
      connection
        .getNotifications()
        .filter(({ method }) => method === 'notifications/resources/updated').length;
    const touch = () => connection.request('tools/call', { name: 'touch', arguments: {} });
    const watched = await connection.watch({ resource: 'test://clock' });
    expect(watched.ok).toBe(true);
    await touch();
    await expect.poll(heard).toBe(1);
    if (watched.ok) await watched.value();
    await touch();
    await connection.listAll('tools/list');
    expect(heard()).toBe(1);
    const lists = await connection.watch({ lists: true });
    expect(lists.ok).toBe(true);
    if (lists.ok) await lists.value();
    await connection.close();
  });

  test('the level of the log is asked for in the way of the era', async () => {
    const connection = await open(fixture.url, { era });
    connection.setLogLevel('info');
    await connection.request('tools/call', { name: 'steps', arguments: { count: 1, ms: 1 } });
    const sent = JSON.stringify(connection.log.getFrames().map(({ message }) => message));
    expect(sent).toContain(
      era === 'legacy'
        ? '"method":"logging/setLevel","params":{"level":"info"}'
        : '"io.modelcontextprotocol/logLevel":"info"',
    );
    const logged = connection.getNotifications().filter(({ method }) => method.endsWith('message'));
    expect(logged[0]?.params).toMatchObject({ level: 'info' });
    await connection.close();
  });

  test('a text is sent as it is written, and what comes back is given', async () => {
    const connection = await open(fixture.url, { era });
    const broken = await connection.sendRaw('{"jsonrpc": "2.0", "id": 7');
    expect(broken).toMatchObject({ ok: true, value: { error: { code: -32_700 } } });
    expect(connection.log.getExchanges().at(-1)?.requestBody).toBe('{"jsonrpc": "2.0", "id": 7');
    const nothing = await connection.sendRaw('{"jsonrpc": "2.0", "id": 8, "method": "no/such"}');
    expect(nothing).toMatchObject({ ok: true, value: { error: expect.any(Object) } });
    await connection.close();
  });

  test('a server that starts again is connected to again, and the session says so', async () => {
    const server = await startFixture();
    const connection = await open(server.url, { era }, PAUSES);
    const port = Number(new URL(server.url).port);
    await server.stop();
    const lost = await connection.request('tools/call', ADD);
    expect(lost).toMatchObject({ ok: false, reason: 'disconnected' });
    await expect.poll(() => connection.getState().status).toBe('reconnecting');
    const again = await startFixture({ port });
    const called = await connection.request('tools/call', ADD);
    expect(called).toMatchObject({ ok: true, value: { structuredContent: { sum: 5 } } });
    expect(connection.getState()).toMatchObject({
      status: 'connected',
      session: { reconnected: { because: expect.stringContaining('stopped answering') } },
    });
    await connection.close();
    await again.stop();
  });

  test('a server that does not come back is given up, and can be connected to by hand', async () => {
    const server = await startFixture();
    const connection = await open(server.url, { era }, { pausesMs: [0, 10] });
    await server.stop();
    await connection.request('tools/call', ADD);
    await expect.poll(() => connection.getState().status).toBe('failed');
    expect(await connection.request('tools/call', ADD)).toMatchObject({ reason: 'disconnected' });
    const again = await startFixture({ port: Number(new URL(server.url).port) });
    expect(await connection.connect()).toMatchObject({ ok: true });
    expect(await connection.request('tools/call', ADD)).toMatchObject({ ok: true });
    await connection.close();
    await again.stop();
  });
});

test('a session that the server forgot is begun again, and the request is sent once more', async () => {
  const server = await startFixture();
  const connection = await open(server.url, { era: 'legacy' }, PAUSES);
  await connection.watch({ resource: 'test://clock' });
  const first = connection.getState();
  const headers = { 'mcp-session-id': idOf(first) ?? '' };
  expect((await fetch(server.url, { method: 'DELETE', headers })).status).toBe(200);
  const called = await connection.request('tools/call', ADD);
  expect(called).toMatchObject({ ok: true, value: { structuredContent: { sum: 5 } } });
  const second = connection.getState();
  expect(second).toMatchObject({
    status: 'connected',
    session: { reconnected: expect.any(Object) },
  });
  expect(idOf(second)).not.toBe(idOf(first));
  // The resource is watched in the new session, too.
  await expect
    .poll(async () => {
      await connection.request('tools/call', { name: 'touch', arguments: {} });
      return connection.getNotifications().map(({ method }) => method);
    })
    .toContain('notifications/resources/updated');
  await connection.close();
  await server.stop();
});

describe('the reference server', () => {
  test('by the old transport answers on its stream, asks on it, and ends with it', async () => {
    const server = await startEverything('sse');
    const connection = await open(server.url, { transport: 'sse' }, { pausesMs: [0] });
    expect(connection.getState()).toMatchObject({
      session: { era: 'legacy', revision: '2025-11-25', sessionId: null, eraReason: null },
    });
    const sum = { name: 'get-sum', arguments: { a: 2, b: 3 } };
    expect(await connection.request('tools/call', sum)).toMatchObject({
      ok: true,
      value: { content: [{ text: expect.stringContaining('5') }] },
    });
    const sampled = connection.request('tools/call', {
      name: 'trigger-sampling-request',
      arguments: { prompt: 'Hello', maxTokens: 10 },
    });
    await expect.poll(() => connection.getQuestions()[0]?.method).toBe('sampling/createMessage');
    connection
      .getQuestions()[0]
      ?.answer({ role: 'assistant', model: 'me', content: { type: 'text', text: 'Good day' } });
    expect(JSON.stringify(await sampled)).toContain('Good day');
    await server.stop();
    await expect.poll(() => connection.getState().status).toBe('failed');
  });

  test('is asked in the old transport’s words only where its address is that of one', async () => {
    const server = await startEverything();
    const target = makeTarget(server.url, { transport: 'sse' });
    const connected = await createConnection(target).connect();
    expect(connected).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/not-mcp|server-error/),
    });
    await server.stop();
  });
});

describe('a pinned revision', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const)(
    '%s is the one that is spoken',
    async (era) => {
      const connection = await open(fixture.url, { era });
      expect(connection.getState()).toMatchObject({ session: { era: 'legacy', revision: era } });
      expect(await connection.request('tools/call', ADD)).toMatchObject({ ok: true });
      const { requestHeaders } = connection.log.getExchanges().at(-1) ?? {};
      const sent = Object.fromEntries(requestHeaders ?? [])['mcp-protocol-version'];
      expect(sent).toBe(era >= '2025-06-18' ? era : undefined);
      await connection.close();
    },
  );

  test('that the server does not speak is a problem', async () => {
    const server = await startEverything();
    const target = makeTarget(server.url, { era: '2026-07-28' });
    expect(await createConnection(target).connect()).toMatchObject({ ok: false });
    await server.stop();
  });
});

test('a session whose id the browser may not read cannot go on, and the reason is given', async () => {
  const limited = limitCors((url, init) => fetch(url, init), {
    allows: ['content-type', 'mcp-protocol-version', 'mcp-session-id'],
  });
  const server = await startEverything();
  const target = makeTarget(server.url, { era: 'legacy' });
  const connected = await createConnection(target, { fetch: limited }).connect();
  expect(connected).toMatchObject({ ok: false });
  expect(!connected.ok && connected.message).toContain('Mcp-Session-Id');
  const exposing = limitCors((url, init) => fetch(url, init), {
    allows: ['content-type', 'mcp-protocol-version', 'mcp-session-id'],
    exposes: ['mcp-session-id'],
  });
  const connection = createConnection(target, { fetch: exposing });
  expect(await connection.connect()).toMatchObject({ ok: true });
  await connection.close();
  await server.stop();
});

test('a header of the person wins over the one that signing in gives, and none is sent to nobody', async () => {
  const seen: (string | null)[] = [];
  const server = await serveHttp(async (request) => {
    seen.push(request.headers.get('authorization'));
    return new Response(null, { status: 404 });
  });
  const auth = { kind: 'bearer', token: 'of-signing-in' } as const;
  await createConnection(makeTarget(server.url, { auth })).connect();
  const headers = [{ name: 'Authorization', value: 'Bearer mine' }];
  await createConnection(makeTarget(server.url, { auth, headers })).connect();
  expect([...new Set(seen)]).toEqual(['Bearer of-signing-in', 'Bearer mine']);
  await server.stop();
});

test('the log keeps the newest entries within its limits', async () => {
  const connection = await open(fixture.url, {}, { logLimits: { entries: 10, size: 4_000 } });
  for (let count = 0; count < 20; count += 1) await connection.request('tools/call', ADD);
  const frames = connection.log.getFrames();
  expect(frames.length).toBeLessThanOrEqual(10);
  expect(frames.at(-1)?.message).toMatchObject({ result: { structuredContent: { sum: 5 } } });
  expect(JSON.stringify(frames).length).toBeLessThan(8_000);
  connection.log.clear();
  expect([connection.log.getFrames(), connection.log.getExchanges()]).toEqual([[], []]);
  await connection.close();
});
