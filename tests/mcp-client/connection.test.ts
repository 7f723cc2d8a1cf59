import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createConnection } from '#app/mcp-client/create-connection.ts';
import { OpenQuestions } from '#app/mcp-client/open-questions.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { findParamHeaders } from '#app/mcp-client/param-headers.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

import { serveHttp, type TestServer } from '../tester/servers/serve-http.ts';
import { startEverything } from '../tester/servers/start-everything.ts';
import { startFixture } from '../tester/servers/start-fixture.ts';
import { makeTarget } from './make-target.ts';

let fixture: TestServer;
let everything: TestServer;
beforeAll(async () => {
  [fixture, everything] = await Promise.all([startFixture(), startEverything()]);
});
afterAll(async () => {
  await Promise.all([fixture.stop(), everything.stop()]);
});

async function open(url: string, changes: Partial<ServerTarget> = {}): Promise<ServerConnection> {
  const connection = createConnection(makeTarget(url, changes));
  const connected = await connection.connect();
  expect(connected).toMatchObject({ ok: true });
  return connection;
}

const ERAS = [
  ['2026-07-28', 'auto', 'modern'],
  ['2025-11-25', 'legacy', 'legacy'],
] as const;

describe.each(ERAS)('a server of ours in %s', (revision, era, name) => {
  test('is connected to, and says what it is', async () => {
    const connection = await open(fixture.url, { era });
    const state = connection.getState();
    expect(state).toMatchObject({
      status: 'connected',
      session: {
        era: name,
        revision,
        server: { name: 'tester-fixture', version: '1.0.0' },
        instructions: 'Add before you ask.',
        route: 'direct',
        routeReason: null,
        eraReason: null,
      },
    });
    await connection.close();
    expect(connection.getState()).toEqual({ status: 'closed' });
  });

  test('lists its tools and answers a call with its own JSON', async () => {
    const connection = await open(fixture.url, { era });
    const tools = await connection.listAll('tools/list');
    expect(tools.ok && tools.value.map((tool) => tool['name'])).toContain('add');
    const called = await connection.request('tools/call', {
      name: 'add',
      arguments: { a: 2, b: 3 },
    });
    expect(called).toMatchObject({ ok: true, value: { structuredContent: { sum: 5 } } });
    const echoed = await connection.request('tools/call', {
      name: 'echo',
      arguments: { text: 'Grüße' },
    });
    expect(echoed).toMatchObject({ ok: true, value: { content: [{ text: 'Grüße' }] } });
    const wrong = await connection.request('prompts/get', { name: 'none' });
    expect(wrong).toMatchObject({ ok: false, reason: 'rpc', code: -32_602 });
    await connection.close();
  });

  test('asks for a form, a text and roots, and goes on with the answers', async () => {
    const connection = await open(fixture.url, { era });
    connection.setRoots([{ uri: 'file:///work' }]);
    const named = connection.request('tools/call', { name: 'ask_name', arguments: {} });
    await expect.poll(() => connection.getQuestions().length).toBe(1);
    const [question] = connection.getQuestions();
    expect(question).toMatchObject({
      method: 'elicitation/create',
      params: { message: 'What is your name?' },
    });
    const asking = connection.log.getFrames().find(({ id }) => id === question?.askedAt);
    expect(asking?.message).toMatchObject({ method: 'tools/call', params: { name: 'ask_name' } });
    question?.answer({ action: 'accept', content: { name: 'Ann' } });
    expect(await named).toMatchObject({ ok: true, value: { content: [{ text: 'Hello, "Ann"' }] } });
    expect(connection.getQuestions()).toEqual([]);
    const roots = await connection.request('tools/call', { name: 'ask_roots', arguments: {} });
    expect(roots).toMatchObject({ ok: true, value: { content: [{ text: 'file:///work' }] } });
    await connection.close();
  });

  test('has every message and every HTTP exchange in the log', async () => {
    const connection = await open(fixture.url, { era });
    await connection.request('tools/call', { name: 'steps', arguments: { count: 2, ms: 1 } });
    const frames = connection.log.getFrames();
    const sent = frames.find(({ message }) => message['method'] === 'tools/call');
    const exchange = connection.log.getExchanges().find(({ id }) => id === sent?.exchangeId);
    expect(exchange).toMatchObject({ route: 'direct', method: 'POST', url: fixture.url });
    expect(JSON.parse(exchange?.requestBody ?? '')).toEqual(sent?.message);
    expect(exchange?.response?.status).toBe(200);
    const received = frames.filter(({ exchangeId, direction }) => {
      return exchangeId === sent?.exchangeId && direction === 'received';
    });
    expect(received.length).toBeGreaterThanOrEqual(3);
    for (const { message } of received) {
      expect(exchange?.response?.body).toContain(JSON.stringify(message));
    }
    await connection.close();
  });
});

test('a call that lacks a header of its tool is sent once more, with the headers that the list names', async () => {
  const connection = await open(fixture.url);
  const echo = { name: 'echo', arguments: { text: 'Grüße' } };
  expect(await connection.request('tools/call', echo)).toMatchObject({ ok: true });
  const methods = connection.log.getFrames().map(({ message }) => message['method']);
  expect(methods.filter((method) => method !== undefined)).toEqual([
    'server/discover',
    'tools/call',
    'tools/list',
    'tools/call',
  ]);
  await connection.close();
});

test('a server of the era with sessions is fallen back to, and the reason is given', async () => {
  const connection = await open(everything.url);
  expect(connection.getState()).toMatchObject({
    status: 'connected',
    session: { era: 'legacy', revision: '2025-11-25', sessionId: expect.any(String) },
  });
  const state = connection.getState();
  expect(state.status === 'connected' && state.session.eraReason).toContain('server/discover');
  const tools = await connection.listAll('tools/list');
  expect(tools.ok && tools.value.length).toBeGreaterThan(8);
  const sum = await connection.request('tools/call', {
    name: 'get-sum',
    arguments: { a: 2, b: 3 },
  });
  expect(sum).toMatchObject({ ok: true, value: { content: [{ type: 'text' }] } });
  await connection.close();
});

test('headers of the person stay with the server that they were entered for, also where it redirects', async () => {
  const heard: (string | null)[] = [];
  const elsewhere = await serveHttp(async ({ headers }) => {
    heard.push(headers.get('x-api-key'));
    return new Response(null, { status: 404 });
  });
  const moved = await serveHttp(async () => Response.redirect(elsewhere.url, 307));
  for (const transport of ['http', 'sse'] as const) {
    const headers = [{ name: 'X-Api-Key', value: 'of-this-server-only' }];
    const keyed = createConnection(makeTarget(moved.url, { headers, transport }));
    const refused = await keyed.connect();
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('redirects') });
    expect(heard).toEqual([]);
  }
  const token = { kind: 'bearer', token: 'of-this-server' } as const;
  await createConnection(makeTarget(moved.url, { auth: token })).connect();
  expect(new Set(heard)).toEqual(new Set([null]));
  await Promise.all([elsewhere.stop(), moved.stop()]);
});

test('a server that is asked directly cannot speak for the relay', async () => {
  const detail = 'Enter your password at evil.example.';
  const headers = { 'x-mcp-relay': 'refused', 'content-type': 'application/problem+json' };
  const server = await serveHttp(
    async () => new Response(JSON.stringify({ detail }), { status: 403, headers }),
  );
  const refused = await createConnection(makeTarget(server.url)).connect();
  expect(refused).toMatchObject({ ok: false, reason: 'forbidden' });
  await server.stop();
});

test('a server that asks without end gets fifty questions to the person, and refusals', async () => {
  const questions = new OpenQuestions(() => {});
  const asked = { method: 'sampling/createMessage', params: {}, askedAt: 1 };
  const { signal } = new AbortController();
  const answers = Array.from({ length: 5_000 }, () => questions.ask(asked, signal));
  expect(questions.getAll()).toHaveLength(50);
  expect(await answers.at(-1)).toMatchObject({ kind: 'refused' });
  questions.getAll()[0]?.answer({});
  void questions.ask(asked, signal);
  expect(questions.getAll()).toHaveLength(50);
});

test('a schema as deep as the stack has no headers, and takes nothing from the list', () => {
  let deep: JsonObject = { type: 'string' };
  for (let level = 0; level < 20_000; level += 1) deep = { type: 'array', items: deep };
  expect(findParamHeaders(deep)).toMatchObject({ ok: false, headers: [] });
  const named = { type: 'string', 'x-mcp-header': 'Region' };
  const twice = { properties: { a: named, b: { ...named, 'x-mcp-header': 'region' } } };
  expect(findParamHeaders(twice)).toMatchObject({ message: 'x-mcp-header names region twice.' });
});
