import { expect, test } from 'vitest';

import type { JsonObject } from '#app/runtime/json.ts';
import { listTools } from '#app/runtime/protocol/list-tools.ts';
import { Pages } from '#app/runtime/protocol/pages.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';

import { modernRequest } from '../setup/modern-request.ts';

/** What stands around a page on the wire, at its longest: id, result type, time to live, cursor. */
const around = (page: unknown[], serverInfo: object) => ({
  jsonrpc: '2.0',
  id: 'a-long-identifier-of-a-request-as-some-clients-make-them',
  result: {
    resultType: 'complete',
    tools: page,
    nextCursor: 'page-999999',
    ttlMs: 60_000,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
  },
});

const NAMED = { name: 'server', version: '1.0.0' };

test.each([
  ['little', NAMED],
  ['much', { ...NAMED, title: 'Server', description: 'ü'.repeat(10_000) }],
])('no message with a page of a list exceeds 256 KiB if a server’s info has %s', (_, server) => {
  for (const size of [10, 100, 1_000, 1_985, 50_000]) {
    const items = Array.from({ length: Math.ceil(600_000 / size) }, () => 'ü'.repeat(size / 2));
    const pages = readAll(new Pages(items, server));
    expect(pages.flat()).toEqual(items);
    expect(pages.length).toBeGreaterThan(2);
    const sizes = pages.map((page) => Buffer.byteLength(JSON.stringify(around(page, server))));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1_024);
    // And they are full: a client that needs all of them asks no more often than it has to.
    expect(sizes[0]).toBeGreaterThan(200 * 1_024);
  }
});

const EMPTY: ServedDefinition = {
  identity: NAMED,
  definitions: {},
  tools: [],
  resources: [],
  prompts: [],
  policies: { timeoutMs: 1, maxUpstreamBytes: 1, maxResultBytes: 1, allowedOrigins: [] },
};

/** Page after page, as a client does it. */
function readAll<Item>(list: Pages<Item>): Item[][] {
  const pages: Item[][] = [];
  let cursor: string | undefined;
  do {
    const page = list.at(cursor);
    if (page === null) throw new Error(`There is no page ${cursor}.`);
    pages.push(page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

test('a page is made on demand, and once', () => {
  let made = 0;
  function* items() {
    for (; made < 1_000; made += 1) yield 'x'.repeat(1_000);
  }
  const list = new Pages(items(), NAMED);
  const first = list.at(undefined);
  expect(made).toBeLessThan(300);
  const [last] = ['page-1', 'page-3'].map((cursor) => list.at(cursor));
  expect(last?.items.length).toBe(first?.items.length);
  expect(list.at(undefined)).toBe(first);
  expect(list.all().length).toBe(1_000);
});

test.each(['page-0', 'page-4', 'page-01', 'page-x', '', 'page-1000000'])(
  'there is no page %j of four',
  (cursor) => {
    const list = new Pages(
      Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)),
      NAMED,
    );
    expect(list.at('page-3')?.nextCursor).toBe(undefined);
    expect(list.at(cursor)).toBe(null);
  },
);

test('a list that cannot be made fails each time, and keeps the pages that it made', () => {
  function* items() {
    for (let count = 0; count < 300; count += 1) yield 'x'.repeat(1_000);
    throw new Error('No more.');
  }
  const list = new Pages(items(), NAMED);
  const first = list.at(undefined);
  for (let time = 0; time < 2; time += 1) {
    expect(() => list.at('page-1')).toThrow('No more.');
    expect(() => list.all()).toThrow('No more.');
    expect(list.at(undefined)).toBe(first);
  }
});

const WAYS = [
  ['at once', true],
  ['by a server of the SDK', false],
] as const;

/** Asks for a page of the tools of a server. */
async function askFor(served: ServedDefinition, isShort: boolean): Promise<Response> {
  const runTool = async () => ({ content: [] });
  const answer = createProtocol({ served, runTool, hosts: ['mcp.example.com'], origins: [] });
  const request = modernRequest('tools/list');
  const size = String((await request.clone().arrayBuffer()).byteLength);
  if (isShort) request.headers.set('content-length', size);
  return await answer(request);
}

test.each(WAYS)('no response exceeds 256 KiB, %s', async (_, isShort) => {
  const tools = Array.from({ length: 600 }, (_each, index) => ({
    name: `tool${index}`,
    description: 'd'.repeat(870),
    inputSchema: { type: 'object' },
  }));
  const said = { description: 'x'.repeat(1_500), instructions: 'x'.repeat(250_000) };
  const served = { ...EMPTY, identity: { ...NAMED, ...said }, tools };
  const { byteLength } = await (await askFor(served, isShort)).arrayBuffer();
  expect(byteLength).toBeLessThanOrEqual(256 * 1_024);
  expect(byteLength).toBeGreaterThan(200 * 1_024);
});

test.each(WAYS)('a list that cannot be made is a fault of the server, %s', async (_, isShort) => {
  let deep: JsonObject = {};
  for (let depth = 0; depth < 20_000; depth += 1) deep = { items: deep };
  const served = { ...EMPTY, tools: [{ name: 'deep', inputSchema: deep }] };
  for (let time = 0; time < 2; time += 1) {
    const response = await askFor(served, isShort);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_603 } });
  }
});

test('a meaningless annotation of a read-only tool is not listed', () => {
  const hints = { destructiveHint: false, idempotentHint: true, openWorldHint: true };
  const tools = [true, false].map((readOnlyHint) => ({
    name: String(readOnlyHint),
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint, ...hints },
  }));
  const listed = listTools({ ...EMPTY, tools });
  expect(listed.all().map(({ annotations }) => annotations)).toEqual([
    { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    { readOnlyHint: false, ...hints },
  ]);
});
