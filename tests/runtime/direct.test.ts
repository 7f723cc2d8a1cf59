import { describe, expect, test, vi } from 'vitest';

import type { ServerDefinition, ToolFunction } from '#app/runtime/definition.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { petstore } from './petstore.ts';

const ADDRESS = 'https://mcp.example.com/mcp';

const ACTIONS: { [name: string]: ToolFunction } = {
  echo: ({ text = '' }) => text,
  image: () => ({ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }),
  marked: () => ({ content: [], _meta: { 'example.com/mark': 1 }, structuredContent: { a: 1 } }),
  fails: () => {
    throw new Error('The pet has left.');
  },
  talks: async (_, { progress, log }) => {
    await progress(1, 2, 'half');
    await log('info', 'a word', { a: 1 });
    await progress(2);
    return 'said';
  },
  asks: async (_, { elicit }) => (await elicit('Which?', { properties: {} }))?.action ?? 'nobody',
  traced: (_, { trace }) => trace?.traceparent ?? 'none',
};

const server = (): ServerDefinition =>
  petstore({
    tools: [
      ...Object.entries(ACTIONS).map(([name, run]) => ({
        name,
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
        action: { kind: 'code' as const, run },
      })),
      {
        name: 'samples',
        // Of a length that makes for a page of its own.
        description: 'It samples. '.repeat(21_800),
        requires: ['sampling'],
        inputSchema: { type: 'object' },
        action: { kind: 'code', run: () => 'sampled' },
      },
    ],
  });

/** Counts what is left to the SDK: before it does, a session would be looked for. */
function serve(definition = server()) {
  const left = vi.fn<() => Promise<null>>(async () => null);
  const answer = createProtocol({
    served: toServedDefinition(definition),
    sessions: left,
    runTool: (call, client) =>
      runTool(definition, call, {
        ...client,
        fetch: async () => ({ ok: false, reason: 'unreachable', message: 'There is no upstream.' }),
      }),
    hosts: ['mcp.example.com'],
    origins: [],
  });
  return { answer, left };
}

interface Sent {
  method?: string;
  params?: object | undefined;
  id?: unknown;
  headers?: { [name: string]: string };
}

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
};

function modern(name: string, args: object = {}, meta: object = {}, headers = {}): Sent {
  return {
    params: { name, arguments: args, _meta: { ...ENVELOPE, ...meta } },
    headers: {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
      ...headers,
    },
  };
}

function legacy(name: string, args: object = {}, meta?: object): Sent {
  return {
    params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
    headers: { 'MCP-Protocol-Version': '2025-11-25' },
  };
}

function list(era: '2026' | '2025', params?: object, headers = {}): Sent {
  const method = 'tools/list';
  if (era === '2025') return { method, params, headers: { ...legacy('').headers, ...headers } };
  const version = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method };
  return { method, params: { _meta: ENVELOPE, ...params }, headers: { ...version, ...headers } };
}

/** A request without a length never takes the short way. */
async function ask(sent: Sent, isShort: boolean) {
  const { answer, left } = serve();
  const { method = 'tools/call', params, id = 7, headers } = sent;
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const response = await answer(
    new Request(ADDRESS, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(isShort ? { 'Content-Length': String(body.length) } : {}),
        ...headers,
      },
      body,
    }),
  );
  return {
    status: response.status,
    messages: toMessages(await response.text()),
    isDirect: left.mock.calls.length === 0,
    type: response.headers.get('content-type'),
  };
}

/** The messages of an answer, be it JSON or an event stream. */
function toMessages(text: string): unknown[] {
  const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, each = '']) => each);
  return (text.startsWith('{') ? [text] : events).map((each) => JSON.parse(each));
}

const PROGRESS = { progressToken: 'p1' };
const ELICITS = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
const TRACE = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };

describe('an everyday request', () => {
  test.each<[string, Sent]>([
    ['of 2026', modern('echo', { text: 'hi' })],
    ['of 2025', legacy('echo', { text: 'hi' })],
    ['without arguments', modern('echo')],
    ['with a text for an id', { ...modern('echo'), id: 'seven' }],
    ['with wrong arguments', modern('echo', { text: 1 })],
    ['that gives other content', legacy('image')],
    ['that gives marks of its own', modern('marked')],
    ['that fails', modern('fails')],
    ['that fails, of 2025', legacy('fails')],
    ['that tells how it goes', modern('talks', {}, PROGRESS)],
    ['that tells how it goes, of 2025', legacy('talks', {}, PROGRESS)],
    ['that could tell how it goes', modern('talks')],
    ['that logs, of 2025', legacy('talks')],
    ['that asks who cannot answer', modern('asks')],
    ['that asks who cannot answer, of 2025', legacy('asks')],
    ['with a trace', modern('traced', {}, TRACE)],
    ['with a trace in the headers', modern('traced', {}, {}, TRACE)],
    ['for the list of tools', list('2026')],
    ['for the list of tools, of 2025', list('2025', {})],
    ['for the list of tools, of 2025 and without parameters', list('2025')],
    ['for the second page of the list', list('2026', { cursor: 'page-1' })],
    ['for the second page of the list, of 2025', list('2025', { cursor: 'page-1' })],
  ])('%s is answered without a server of the SDK, word for word as with one', async (_, sent) => {
    const [short, long] = [await ask(sent, true), await ask(sent, false)];
    expect(short.isDirect).toBe(true);
    expect(long.isDirect).toBe(false);
    expect(short.status).toBe(long.status);
    expect(short.messages).toEqual(long.messages);
  });

  test('is answered by JSON in both eras', async () => {
    for (const sent of [modern('echo'), legacy('echo')]) {
      const { type, status } = await ask(sent, true);
      expect([type, status]).toEqual(['application/json', 200]);
    }
  });
});

describe('a request out of the ordinary', () => {
  test.each<[string, Sent]>([
    ['of no tool', modern('nope')],
    ['that asks who can answer', modern('asks', {}, ELICITS)],
    ['that needs what the client lacks', modern('samples')],
    [
      'of a client that wants to hear logs',
      modern('talks', {}, { 'io.modelcontextprotocol/logLevel': 'info' }),
    ],
    ['without an envelope', { ...modern('echo'), params: { name: 'echo' } }],
    [
      'with half an envelope',
      modern('echo', {}, { 'io.modelcontextprotocol/clientCapabilities': 1 }),
    ],
    [
      'from a client without a name',
      modern('echo', {}, { 'io.modelcontextprotocol/clientInfo': {} }),
    ],
    ['whose header names another tool', modern('echo', {}, {}, { 'Mcp-Name': 'fails' })],
    ['whose header names another method', modern('echo', {}, {}, { 'Mcp-Method': 'tools/list' })],
    [
      'of a revision that nobody knows',
      modern('echo', {}, {}, { 'MCP-Protocol-Version': '2099-01-01' }),
    ],
    [
      'of a wrong revision of 2025',
      { ...legacy('echo'), headers: { 'MCP-Protocol-Version': '2001-01-01' } },
    ],
    [
      'with arguments that are none',
      { ...legacy('echo'), params: { name: 'echo', arguments: [] } },
    ],
    [
      'with more than a call has',
      { ...modern('echo'), params: { ...modern('echo').params, task: {} } },
    ],
    ['for a page that is none', list('2026', { cursor: 'page-9' })],
    ['for a page that is none, of 2025', list('2025', { cursor: '' })],
    ['for a page by number', list('2025', { cursor: 1 })],
    ['for a list by the name of a tool', list('2026', {}, { 'Mcp-Name': 'echo' })],
    ['for a list whose header names another method', list('2026', {}, { 'Mcp-Method': 'ping' })],
    ['for a list with more than it has', list('2026', { limit: 1 })],
    ['for prompts', { ...list('2025'), method: 'prompts/list' }],
    ['for a method that every object has', { ...list('2025'), method: 'toString' }],
    ['with half an id', { ...legacy('echo'), id: 1.5 }],
    ['with null for an id', { ...legacy('echo'), id: null }],
    ['with a token that is none', legacy('talks', {}, { progressToken: {} })],
  ])('%s is left to the SDK', async (_, sent) => {
    const [short, long] = [await ask(sent, true), await ask(sent, false)];
    expect(short.isDirect).toBe(false);
    expect(short.status).toBe(long.status);
    expect(withoutSeal(short.messages)).toEqual(withoutSeal(long.messages));
  });

  test.each([
    ['accepts JSON only', { Accept: 'application/json' }],
    ['sends another type', { 'Content-Type': 'text/plain' }],
    ['names a session', { 'Mcp-Session-Id': 'x' }],
  ])('of a client that %s is left to the SDK', async (_, headers) => {
    const sent = legacy('echo');
    const changed = { ...sent, headers: { ...sent.headers, ...headers } };
    const [short, long] = [await ask(changed, true), await ask(changed, false)];
    expect(short.isDirect).toBe(false);
    expect([short.status, short.messages]).toEqual([long.status, long.messages]);
  });
});

/** What the client carries for us is sealed anew each time. */
function withoutSeal(messages: unknown[]): unknown {
  return JSON.parse(
    JSON.stringify(messages).replaceAll(/"requestState":"[^"]+"/g, '"requestState":""'),
  );
}
