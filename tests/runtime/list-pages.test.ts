import { expect, test } from 'vitest';

import { listTools } from '#app/runtime/protocol/list-tools.ts';
import { Pages } from '#app/runtime/protocol/pages.ts';

/** What stands around a page on the wire, at its longest: id, result type, time to live, cursor. */
const around = (page: unknown[]) => ({
  jsonrpc: '2.0',
  id: 'a-long-identifier-of-a-request-as-some-clients-make-them',
  result: {
    resultType: 'complete',
    tools: page,
    nextCursor: 'page-999999',
    ttlMs: 60_000,
    cacheScope: 'private',
  },
});

test('no message with a page of a list is above 256 KiB, whatever the size of the items', () => {
  for (const size of [10, 100, 1_000, 1_985, 50_000]) {
    const items = Array.from({ length: Math.ceil(600_000 / size) }, () => 'ü'.repeat(size / 2));
    const pages = readAll(new Pages(items));
    expect(pages.flat()).toEqual(items);
    expect(pages.length).toBeGreaterThan(2);
    const sizes = pages.map((page) => Buffer.byteLength(JSON.stringify(around(page))));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1_024);
    // And they are full: a client that needs all of them asks no more often than it has to.
    expect(sizes[0]).toBeGreaterThan(200 * 1_024);
  }
});

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

test('a page is made when it is asked for, and once', () => {
  let made = 0;
  function* items() {
    for (; made < 1_000; made += 1) yield 'x'.repeat(1_000);
  }
  const list = new Pages(items());
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
    const list = new Pages(Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)));
    expect(list.at('page-3')?.nextCursor).toBe(undefined);
    expect(list.at(cursor)).toBe(null);
  },
);

test('a hint that says nothing of a tool that only reads takes no room in the list', () => {
  const policies = { timeoutMs: 1, maxUpstreamBytes: 1, maxResultBytes: 1, allowedOrigins: [] };
  const hints = { destructiveHint: false, idempotentHint: true, openWorldHint: true };
  const tools = [true, false].map((readOnlyHint) => ({
    name: String(readOnlyHint),
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint, ...hints },
  }));
  const identity = { name: 'hints', version: '1.0.0' };
  const listed = listTools({
    identity,
    definitions: {},
    tools,
    resources: [],
    prompts: [],
    policies,
  });
  expect(listed.all().map(({ annotations }) => annotations)).toEqual([
    { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    { readOnlyHint: false, ...hints },
  ]);
});
