import { vi } from 'vitest';

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
  keys: (args) => JSON.stringify(args),
  broken: () => ({ content: [{ type: 'image', data: 'AAAA' }] }),
  other: () => ({ content: [], resultType: 'input_required', _meta: 5, isError: 'yes' }),
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

export interface Sent {
  /** Members of the message besides those that every request has. */
  more?: object;
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

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT = 'io.modelcontextprotocol/clientInfo';

/** What a client asks for that says this of itself; whoever it is, it is asked nothing. */
export function from(capabilities: object, client: object = {}): Sent {
  const named = { name: 'test', version: '1.0.0', ...client };
  const meta = { ...ENVELOPE, [CAPABILITIES]: capabilities, [CLIENT]: named };
  return list('2026', { _meta: meta, cursor: 'page-1' });
}

export function modern(name: string, args: object = {}, meta: object = {}, headers = {}): Sent {
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

export function legacy(name: string, args: object = {}, meta?: object): Sent {
  return {
    params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
    headers: { 'MCP-Protocol-Version': '2025-11-25' },
  };
}

export function list(era: '2026' | '2025', params?: object, headers = {}): Sent {
  const method = 'tools/list';
  if (era === '2025') return { method, params, headers: { ...legacy('').headers, ...headers } };
  const version = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method };
  return { method, params: { _meta: ENVELOPE, ...params }, headers: { ...version, ...headers } };
}

/** Asks either way, and tells what came back: a request without a length never takes the short one. */
export async function ask(sent: Sent, isShort: boolean) {
  const { answer, left } = serve();
  const { method = 'tools/call', params, id = 7, headers, more } = sent;
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params, ...more });
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
