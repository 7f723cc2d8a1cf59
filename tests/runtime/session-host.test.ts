import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';

import type { ServerDefinition, ToolFunction } from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { createServer } from '#app/runtime/protocol/create-server.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import { createStateSeal } from '#app/runtime/protocol/serving.ts';
import { createSessionHost } from '#app/runtime/protocol/session/session-host.ts';
import { createStatefulProtocol } from '#app/runtime/protocol/session/stateful-protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import type { ToolRunner } from '#app/runtime/tool-context.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { modernRequest } from '../setup/modern-request.ts';
import { connect } from './connect.ts';
import { petstore } from './petstore.ts';

const LEGACY = { mode: 'legacy' } as const;
const ABLE = { elicitation: { form: {} }, sampling: {}, roots: {} };
const HOST = { hosts: ['mcp.example.com'], origins: [] };

/** The pet store with one tool of code, and a resource that it may change. */
function withCode(run: ToolFunction): ServerDefinition {
  return petstore({
    tools: [{ name: 'work', inputSchema: { type: 'object' }, action: { kind: 'code', run } }],
    resources: [{ uri: 'test://clock', name: 'clock', content: { kind: 'tool', tool: 'work' } }],
  });
}

function runnerOf(definition: ServerDefinition): ToolRunner {
  const fetch = createMockFetch(definition);
  return (call, client) => runTool(definition, call, { ...client, fetch });
}

function serveStateful(run: ToolFunction) {
  const definition = withCode(run);
  const served = toServedDefinition(definition);
  return createStatefulProtocol({ served, runTool: runnerOf(definition), ...HOST });
}

function serveBounded(run: ToolFunction, bounds: { maxSessions?: number; now?: () => number }) {
  const definition = withCode(run);
  const served = toServedDefinition(definition);
  const serving = {
    runTool: runnerOf(definition),
    state: createStateSeal(),
    changes: new InMemoryServerEventBus(),
  };
  const sessions = createSessionHost({
    served,
    createServer: () => createServer(served, serving, { isLive: true }),
    ...bounds,
  });
  return createProtocol({ served, ...serving, sessions, ...HOST });
}

type Answer = (request: Request) => Promise<Response>;

function send(answer: Answer, method: string, session: string | null, message?: object) {
  const request = new Request('https://mcp.example.com/mcp', {
    method,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(session === null ? {} : { 'mcp-session-id': session }),
    },
    ...(message === undefined ? {} : { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
  });
  return answer(request);
}

/** The first step of the handshake. */
function initialize(answer: Answer, capabilities: object): Promise<Response> {
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  return send(answer, 'POST', null, { id: 0, method: 'initialize', params });
}

/** Initialises, and gives the session's id; null where no session was opened. */
async function open(answer: Answer, capabilities: object = ABLE): Promise<string | null> {
  const response = await initialize(answer, capabilities);
  expect(response.status).toBe(200);
  await response.text();
  return response.headers.get('mcp-session-id');
}

async function ping(answer: Answer, session: string): Promise<number> {
  const response = await send(answer, 'POST', session, { id: 1, method: 'ping' });
  await response.text();
  return response.status;
}

const idle: ToolFunction = () => 'done';

describe('a client of 2025 in a session', () => {
  test('is asked for a form, a text and its folders, and the tool continues with the answers', async () => {
    const asking: ToolFunction = async (_, { elicit, sample, roots }) => {
      const [form, text, folders] = await Promise.all([
        elicit('Who?', { type: 'object', properties: { name: { type: 'string' } } }, 'who'),
        sample('A word, please.', 10, 'word'),
        roots('where'),
      ]);
      return { form: form?.content ?? null, text, folders: folders?.map(({ uri }) => uri) ?? [] };
    };
    const prepare = (client: Client) => {
      client.setRequestHandler('elicitation/create', () => ({
        action: 'accept',
        content: { name: 'Ann' },
      }));
      client.setRequestHandler('sampling/createMessage', () => ({
        role: 'assistant',
        model: 'm',
        content: { type: 'text', text: 'Roses' },
      }));
      client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home' }] }));
    };
    const client = await connect(serveStateful(asking), LEGACY, prepare, ABLE);
    const { structuredContent } = await client.callTool({ name: 'work' });
    expect(structuredContent).toEqual({
      form: { name: 'Ann' },
      text: 'Roses',
      folders: ['file:///home'],
    });
    await client.close();
  });

  test('is notified of a resource as long as it watches it', async () => {
    const touching: ToolFunction = async (_, { updated }) => {
      await updated('test://clock');
      return 'told';
    };
    const heard: string[] = [];
    const answer = serveStateful(touching);
    const client = await connect(answer, LEGACY, (one) =>
      one.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        heard.push(params.uri);
      }),
    );
    expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true });
    await client.callTool({ name: 'work' });
    await client.subscribeResource({ uri: 'test://clock' });
    await expect(client.subscribeResource({ uri: 'test://nothing' })).rejects.toThrow('not found');
    await client.callTool({ name: 'work' });
    await expect.poll(() => heard).toEqual(['test://clock']);
    await client.unsubscribeResource({ uri: 'test://clock' });
    await client.callTool({ name: 'work' });
    await client.ping();
    expect(heard).toEqual(['test://clock']);
    await client.close();
  });
});

test('a listening client of 2026-07-28 is notified of a resource that another one changed', async () => {
  const answer = serveStateful(async (_, { updated }) => {
    await updated('test://clock');
    return 'told';
  });
  const notifications = { resourceSubscriptions: ['test://clock'] };
  const response = await answer(modernRequest('subscriptions/listen', { notifications }));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('notifications/subscriptions/acknowledged');
  const client = await connect(answer, LEGACY);
  await client.callTool({ name: 'work' });
  const heard = (await reader?.read())?.value;
  expect(heard).toContain('notifications/resources/updated');
  expect(heard).toContain('test://clock');
  await reader?.cancel();
  await client.close();
});

describe('sessions in a process', () => {
  test('end by DELETE, and are unknown from then on', async () => {
    const answer = serveBounded(idle, {});
    const session = (await open(answer)) ?? '';
    expect(await ping(answer, session)).toBe(200);
    expect((await send(answer, 'DELETE', session)).status).toBe(200);
    expect(await ping(answer, session)).toBe(404);
    expect((await send(answer, 'GET', session)).status).toBe(404);
  });

  test('end after half an hour of idling, but not while a client listens', async () => {
    let time = 0;
    const answer = serveBounded(idle, { now: () => time });
    const resting = (await open(answer)) ?? '';
    const heard = (await open(answer)) ?? '';
    const stream = await send(answer, 'GET', heard);
    time += 29 * 60_000;
    expect(await ping(answer, resting)).toBe(200);
    time += 31 * 60_000;
    expect(await ping(answer, resting)).toBe(404);
    expect(await ping(answer, heard)).toBe(200);
    await stream.body?.cancel();
    time += 31 * 60_000;
    expect(await ping(answer, heard)).toBe(404);
  });

  test('are limited: the one idle for longest makes room, and busy ones stay', async () => {
    const answer = serveBounded(idle, { maxSessions: 2 });
    const [first, second] = [(await open(answer)) ?? '', (await open(answer)) ?? ''];
    expect(await ping(answer, first)).toBe(200);
    const third = (await open(answer)) ?? '';
    expect(await ping(answer, second)).toBe(404);
    const streams = [await send(answer, 'GET', first), await send(answer, 'GET', third)];
    // Served without one, a client that wants to be asked would not be.
    const refused = await initialize(answer, ABLE);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused.text()).toContain('All sessions are in use');
    // A client that could only watch misses nothing else.
    expect(await open(answer, {})).toBeNull();
    expect(await ping(answer, first)).toBe(200);
    for (const stream of streams) await stream.body?.cancel();
    expect(await open(answer)).not.toBeNull();
  });

  test('reject bodies that are not a message or too large', async () => {
    const answer = serveBounded(idle, {});
    const session = (await open(answer)) ?? '';
    const headers = { 'mcp-session-id': session, 'content-type': 'application/json' };
    const post = (body: string) =>
      answer(new Request('https://mcp.example.com/mcp', { method: 'POST', headers, body }));
    expect((await post('{"jsonrpc"')).status).toBe(400);
    expect((await post('"'.padEnd(11 * 1024 * 1024))).status).toBe(413);
    expect(await ping(answer, session)).toBe(200);
  });

  test('count requests that wait for their body, and forget rejected ones', async () => {
    const answer = serveBounded(idle, {});
    const session = (await open(answer)) ?? '';
    const headers = { 'mcp-session-id': session, 'content-type': 'application/json' };
    const post = () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const init = { method: 'POST', headers, body: readable, duplex: 'half' as const };
      return { answered: answer(new Request('https://mcp.example.com/mcp', init)), writable };
    };
    const waiting = Array.from({ length: 32 }, post);
    expect(await ping(answer, session)).toBe(429);
    for (const { answered, writable } of waiting) {
      await writable.close();
      expect((await answered).status).toBe(400);
    }
    expect(await ping(answer, session)).toBe(200);
  });
});

test.each([
  ['at once', true],
  ['by a server of the SDK', false],
])('a client of 2026 that names a session is answered without one, %s', async (_, isShort) => {
  const request = modernRequest('tools/list');
  request.headers.set('mcp-session-id', 'x');
  const size = String((await request.clone().arrayBuffer()).byteLength);
  if (isShort) request.headers.set('content-length', size);
  const response = await serveStateful(idle)(request);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('"name":"work"');
});
