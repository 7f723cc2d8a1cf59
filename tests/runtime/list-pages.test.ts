import { expect, test } from 'vitest';

import { paginate } from '#app/runtime/protocol/paginate.ts';

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
    const pages = paginate(items);
    expect(pages.flat()).toEqual(items);
    expect(pages.length).toBeGreaterThan(2);
    const sizes = pages.map((page) => Buffer.byteLength(JSON.stringify(around(page))));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1_024);
    // And they are full: a client that needs all of them asks no more often than it has to.
    expect(sizes[0]).toBeGreaterThan(200 * 1_024);
  }
});
