import { describe, expect, test } from 'vitest';

import type { HttpPagination, JsonObject, ServerDefinition } from '#app/runtime/definition.ts';
import { createMockFetch, createMockUpstream } from '#app/runtime/mock/mock-upstream.ts';
import { listTools } from '#app/runtime/protocol/list-tools.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import type { UpstreamFetch } from '#app/runtime/tool-context.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith, textOf } from './context.ts';
import { pagedServer, pagedUpstream, type FakeAnswer } from './paged-upstream.ts';

const follow = { maxPages: 5 };
const byCursor: HttpPagination = { kind: 'cursor', argument: 'cursor', nextPath: 'meta.next' };

async function list(server: ServerDefinition, fetch: UpstreamFetch, args: JsonObject = {}) {
  const result = await runTool(server, { name: 'list', arguments: args }, contextWith(fetch));
  const [, ...notes] = result.content;
  return { result, answer: result.structuredContent, notes: textOf({ content: notes }) };
}

/** Pages of two items each, with cursors c1, c2, … */
function cursorPages(pages: number) {
  return pagedUpstream((query) => {
    const page = Number(query.get('cursor')?.slice(1) ?? 0);
    const next = page + 1 < pages ? `c${page + 1}` : null;
    return { body: { data: [{ id: page * 2 }, { id: page * 2 + 1 }], meta: { next } } };
  });
}

describe('a cursor', () => {
  test('is followed to the last page, and the items of all are one list', async () => {
    const { fetch, paths } = cursorPages(3);
    const { answer, notes } = await list(pagedServer({ ...byCursor, follow }), fetch, { limit: 2 });
    expect(answer).toEqual({
      data: [0, 1, 2, 3, 4, 5].map((id) => ({ id })),
      meta: { next: null },
    });
    expect(paths).toEqual([
      '/things?limit=2',
      '/things?cursor=c1&limit=2',
      '/things?cursor=c2&limit=2',
    ]);
    expect(notes).toBe('3 pages are joined: 6 items.');
  });

  test('marks the result with the number of pages that were joined, and no other result', async () => {
    const joined = await list(pagedServer({ ...byCursor, follow }), cursorPages(3).fetch);
    expect(joined.result._meta).toEqual({ 'mcp-builder/pages': 3 });
    const single = await list(pagedServer(byCursor), cursorPages(3).fetch);
    expect(single.result._meta).toBeUndefined();
  });

  test('is told as the argument of the next page where the limit of pages ends the call', async () => {
    const { fetch, paths } = cursorPages(9);
    const server = pagedServer({ ...byCursor, follow: { maxPages: 2 } });
    const { answer, notes } = await list(server, fetch);
    expect(answer?.['data']).toHaveLength(4);
    expect(paths).toHaveLength(2);
    expect(notes).toBe(
      '2 pages are joined: 4 items. There is more: for the next page call list again with {"cursor":"c2"} and otherwise the same arguments.',
    );
    const rest = await list(server, fetch, { cursor: 'c8' });
    expect(rest.answer?.['data']).toEqual([{ id: 16 }, { id: 17 }]);
    expect(rest.notes).toBe('');
  });

  test('is told in each answer where nothing is followed, kept or not', async () => {
    const { fetch, paths } = cursorPages(3);
    const server = pagedServer(byCursor, { action: { response: { keep: ['data[].id'] } } });
    const { answer, notes } = await list(server, fetch);
    expect(answer).toEqual({ data: [{ id: 0 }, { id: 1 }] });
    expect(notes).toContain('call list again with {"cursor":"c1"}');
    expect(paths).toHaveLength(1);
  });

  test.each([
    ['is the same each time', () => 'x', 2],
    ['leads in a circle', (cursor: string | null) => (cursor === 'a' ? 'b' : 'a'), 3],
  ])('that %s ends', async (_what, next, pages) => {
    const { fetch, paths } = pagedUpstream((query, _request, count) => ({
      body: { data: [count], meta: { next: next(query.get('cursor')) } },
    }));
    const { answer } = await list(pagedServer({ ...byCursor, follow }), fetch);
    expect(paths).toHaveLength(pages);
    expect(answer?.['data']).toEqual(Array.from({ length: pages }, (_each, index) => index + 1));
  });

  test('may be the id of the last item', async () => {
    const pagination = { ...byCursor, nextPath: 'data[].id', follow };
    const { fetch, paths } = pagedUpstream((_query, _request, count) => ({
      body: { data: [{ id: `i${count}` }], has_more: count < 3 },
    }));
    const { answer } = await list(pagedServer(pagination), fetch);
    expect(answer).toEqual({ data: [{ id: 'i1' }, { id: 'i2' }, { id: 'i3' }], has_more: false });
    expect(paths.at(-1)).toBe('/things?cursor=i2');
  });

  test('may be sent in the body', async () => {
    const body = {
      argument: 'body',
      contents: [{ mediaType: 'application/json', encoding: 'json' as const }],
    };
    const server = pagedServer(
      { kind: 'cursor', argument: 'after', nextPath: 'after', itemsPath: 'data.hits', follow },
      { action: { method: 'POST', parameters: [], body } },
    );
    server.tools[0]!.inputSchema = { type: 'object', properties: { body: { type: 'object' } } };
    const bodies: unknown[] = [];
    const { fetch } = pagedUpstream((_query, request, count) => {
      bodies.push(JSON.parse(String(request.body)));
      return { body: { data: { hits: [count], other: [] }, after: count < 3 ? count : null } };
    });
    const { answer } = await list(server, fetch, { body: { q: 'x' } });
    expect(answer).toEqual({ data: { hits: [1, 2, 3], other: [] }, after: null });
    expect(bodies).toEqual([{ q: 'x' }, { q: 'x', after: 1 }, { q: 'x', after: 2 }]);
  });
});

describe('a number', () => {
  const byPage: HttpPagination = { kind: 'page', argument: 'page', follow };

  test('of a page is counted up to a page that is not full', async () => {
    const { fetch, paths } = pagedUpstream((query) => ({
      body: query.get('page') === '2' ? [3] : [1, 2],
    }));
    const { answer } = await list(pagedServer(byPage), fetch, { limit: 2 });
    expect(answer).toEqual({ result: [1, 2, 3] });
    expect(paths).toEqual(['/things?limit=2', '/things?page=2&limit=2']);
  });

  test('of a page that begins with 0 is counted up to the number of pages', async () => {
    const { fetch, paths } = pagedUpstream((query) => ({
      body: { items: [query.get('page')], total_pages: 3 },
    }));
    await list(pagedServer({ ...byPage, first: 0 }), fetch);
    expect(paths).toEqual(['/things', '/things?page=1', '/things?page=2']);
  });

  test('that the API ignores ends at once', async () => {
    const { fetch, paths } = pagedUpstream(() => ({ body: [1, 2] }));
    const { answer, notes } = await list(pagedServer(byPage), fetch);
    expect(answer).toEqual({ result: [1, 2] });
    expect(paths).toHaveLength(2);
    expect(notes).toBe('The API gave the same page again, so it was the last.');
  });

  test('of items is counted up to their total', async () => {
    const { fetch, paths } = pagedUpstream((query) => ({
      body: {
        total: 5,
        rows: query.get('offset') === '4' ? [5] : [1, Number(query.get('offset'))],
      },
    }));
    await list(pagedServer({ kind: 'offset', argument: 'offset', follow }), fetch);
    expect(paths).toEqual(['/things', '/things?offset=2', '/things?offset=4']);
  });
});

describe('a link', () => {
  const byLink: HttpPagination = { kind: 'link', follow };

  test('of the header is followed below the API, without the key that it repeats', async () => {
    const { fetch, paths } = pagedUpstream((_query, _request, count) => ({
      body: [count],
      ...(count < 3 && {
        link: `<https://api.example.com/v1/lists/7/things?token=t%2F${count}&api_key=[hidden]>; rel="next", </v1/things>; rel=prev`,
      }),
    }));
    const server = pagedServer(byLink);
    server.upstreams[0]!.auth = [
      { id: 'key', kind: 'apiKey', in: 'query', name: 'api_key', secret: 'API_KEY' },
    ];
    const { answer } = await list(server, fetch);
    expect(answer).toEqual({ result: [1, 2, 3] });
    expect(paths).toEqual([
      '/things',
      '/lists/7/things?token=t%2F1',
      '/lists/7/things?token=t%2F2',
    ]);
  });

  test('in the answer is followed, also where the API does not know its own host', async () => {
    const { fetch, paths } = pagedUpstream((_query, _request, count) => ({
      body: {
        value: [count],
        '@next': count < 2 ? 'http://127.0.0.1:4010/v1/things?skip=2' : null,
      },
    }));
    await list(pagedServer({ ...byLink, nextPath: "['@next']" }), fetch);
    expect(paths).toEqual(['/things', '/things?skip=2']);
  });

  test('to another host is not followed', async () => {
    const link = '<https://evil.example/other?x=1>; rel=next';
    const { fetch, paths } = pagedUpstream(() => ({ body: [1], link }));
    const { answer, notes } = await list(pagedServer(byLink), fetch);
    expect(answer).toEqual({ result: [1] });
    expect(paths).toHaveLength(1);
    expect(notes).toBe('The next page is at another address than the API.');
  });

  test('is told as arguments where nothing is followed', async () => {
    const link = '</v1/things?cursor=abc&limit=2>; rel=next';
    const { fetch } = pagedUpstream(() => ({ body: [1, 2], link }));
    const { notes } = await list(pagedServer({ kind: 'link' }), fetch, { limit: 2 });
    expect(notes).toContain('call list again with {"cursor":"abc"}');
  });
});

describe('what was followed', () => {
  test('is kept where a later page fails, with the way to it', async () => {
    const { fetch } = pagedUpstream((_query, _request, count): FakeAnswer => {
      if (count > 2) return { status: 500, body: { error: 'overloaded' } };
      return { body: { data: [count], meta: { next: `c${count}` } } };
    });
    const { result, notes } = await list(pagedServer({ ...byCursor, follow }), fetch);
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent?.['data']).toEqual([1, 2]);
    expect(notes).toMatch(/^2 pages are joined: 2 items\. Page 3 is missing: The API answered 500/);
    expect(notes).toContain('overloaded');
    expect(notes).toContain('call list again with {"cursor":"c2"}');
  });

  test('is never cut: a page that does not fit is left for the next call', async () => {
    const { fetch, paths } = pagedUpstream((_query, _request, count) => ({
      body: { data: [`${count}`.repeat(1_000)], meta: { next: `c${count}` } },
    }));
    const server = pagedServer(
      { ...byCursor, follow: { maxPages: 50 } },
      {
        policies: { maxResultBytes: 10_000 },
      },
    );
    const { answer, notes } = await list(server, fetch);
    expect(answer?.['data']).toHaveLength(3);
    expect(paths).toHaveLength(4);
    expect(notes).toContain('More pages would not fit into one answer. There is more');
    expect(notes).toContain('{"cursor":"c3"}');
    expect(notes).not.toContain('Cut to fit');
  });

  test('fits the schema that clients see', async () => {
    const Item = {
      type: 'object',
      properties: { id: { type: 'integer' }, x: {} },
      required: ['id', 'x'],
    };
    const outputSchema = {
      type: 'object',
      properties: {
        data: { $ref: '#/$defs/Items' },
        meta: { type: 'object', properties: { next: { type: ['string', 'null'] } } },
      },
      $defs: { Items: { type: 'array', items: Item, maxItems: 2, uniqueItems: true } },
    };
    const action = { response: { keep: ['data[].id'] } };
    const server = pagedServer(
      { ...byCursor, itemsPath: 'data', follow },
      { outputSchema, action },
    );
    const { fetch } = cursorPages(2);
    const { result } = await list(server, fetch);
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({
      data: [{ id: 0 }, { id: 1 }, { id: 2 }, { id: 3 }],
    });
    const [listed] = listTools(toServedDefinition(server)).all();
    expect(listed?.outputSchema).toEqual({
      type: 'object',
      properties: {
        data: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        },
      },
    });
  });
});

describe('the mock', () => {
  const body = { items: [{ id: 1 }, { id: 2 }], next: 'abc', self: null };
  const mock = { status: 200, mediaType: 'application/json', body };
  const cases: [HttpPagination, number][] = [
    [{ kind: 'cursor', argument: 'cursor', nextPath: 'next', follow }, 2],
    [{ kind: 'cursor', argument: 'cursor', nextPath: 'meta.next', follow }, 2],
    [{ kind: 'cursor', argument: 'cursor', nextPath: 'items[].id', follow }, 2],
    [{ kind: 'page', argument: 'page', follow }, 2],
    [{ kind: 'offset', argument: 'offset', follow }, 2],
    [{ kind: 'link', follow }, 2],
    [{ kind: 'link', nextPath: 'self', follow }, 2],
  ];

  test.each(cases)('has two pages of a list that goes on by %j', async (pagination, pages) => {
    const server = pagedServer(pagination, { action: { mock } });
    const inside = createMockFetch(server);
    let count = 0;
    const { result } = await list(server, async (...request) => {
      count += 1;
      return await inside(...request);
    });
    expect(result.isError).toBeUndefined();
    expect(count).toBe(pages);
    expect(result.structuredContent?.['items']).toEqual(
      expect.arrayContaining([{ id: 1 }, { id: 2 }]),
    );
  });

  test('has one page where the schema allows no other', async () => {
    const outputSchema = {
      type: 'object',
      properties: { items: { type: 'array', minItems: 1 }, next: { const: 'abc' } },
      required: ['items', 'next'],
    };
    const pagination: HttpPagination = { kind: 'page', argument: 'page', follow };
    const server = pagedServer(pagination, { action: { mock }, outputSchema });
    const { notes } = await list(server, createMockFetch(server));
    expect(notes).toContain('the same page again');
  });

  test('names the next page in a Link header', async () => {
    const answer = createMockUpstream(pagedServer({ kind: 'link' }, { action: { mock } }));
    const first = await answer(new Request('http://localhost/v1/things?limit=2'));
    expect(first.headers.get('link')).toBe('<?limit=2&mock-page=2>; rel="next"');
    const last = await answer(new Request('http://localhost/v1/things?limit=2&mock-page=2'));
    expect(last.headers.get('link')).toBeNull();
  });
});

describe('an API that gives fewer items at a time than were asked for', () => {
  const byPage: HttpPagination = { kind: 'page', argument: 'page', follow: { maxPages: 20 } };
  const byOffset: HttpPagination = { kind: 'offset', argument: 'offset', follow: { maxPages: 20 } };

  /** A list of ten, at most two at a time. */
  function capped(place: 'page' | 'offset', hasTotal: boolean) {
    return pagedUpstream((query) => {
      const number = Number(query.get(place) ?? (place === 'page' ? 1 : 0));
      const from = place === 'page' ? (number - 1) * 2 : number;
      const data = [from + 1, from + 2].filter((id) => id <= 10).map((id) => ({ id }));
      return { body: { ...(hasTotal ? { total: 10 } : {}), data } };
    });
  }

  test.each([
    ['page', true, byPage],
    ['page', false, byPage],
    ['offset', true, byOffset],
    ['offset', false, byOffset],
  ] as const)('is asked by %s to the end (total: %s)', async (place, hasTotal, pagination) => {
    const { fetch, paths } = capped(place, hasTotal);
    const { answer } = await list(pagedServer(pagination), fetch, { limit: 100 });
    expect(answer?.['data']).toEqual(Array.from({ length: 10 }, (_each, at) => ({ id: at + 1 })));
    expect(paths.length).toBeLessThanOrEqual(hasTotal ? 5 : 6);
  });

  test('says that there is more where its pages are not followed to the end', async () => {
    const { fetch } = capped('page', true);
    const server = pagedServer({ kind: 'page', argument: 'page' });
    expect((await list(server, fetch, { limit: 100 })).notes).toContain('There is more');
    expect((await list(server, fetch, { limit: 100, page: 5 })).notes).toBe('');
  });

  test('is looked at once more after a short page, without a word where nothing follows', async () => {
    for (const status of [200, 404]) {
      const { fetch, paths } = pagedUpstream((query) =>
        query.has('page') ? { body: { data: [] }, status } : { body: { data: [{ id: 1 }] } },
      );
      const { answer, notes } = await list(pagedServer(byPage), fetch, { limit: 100 });
      expect(answer).toEqual({ data: [{ id: 1 }] });
      expect(notes).toBe('');
      expect(paths).toHaveLength(2);
    }
  });
});

test.each([
  ['offset', '12345678901234567891', 'offset=12345678901234567891'],
  ['offset', '42', 'offset=42'],
])('a cursor in the number %s is sent as it came: %s', async (argument, next, sent) => {
  const { fetch, paths } = pagedUpstream((query) => ({
    body: { data: [1], meta: { next: query.has(argument) ? null : next } },
  }));
  const pagination: HttpPagination = { kind: 'cursor', argument, nextPath: 'meta.next', follow };
  await list(pagedServer(pagination), fetch);
  expect(paths.at(-1)).toBe(`/things?${sent}`);
});
