import { describe, expect, test } from 'vitest';

import type {
  HttpParameter,
  JsonObject,
  JsonValue,
  ServerDefinition,
} from '#app/runtime/definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith, recordingUpstream, textOf } from './context.ts';
import { petstore } from './petstore.ts';

const query = (name: string, argument = name): HttpParameter => ({
  argument,
  name,
  in: 'query',
  style: 'form',
  explode: true,
});

/** A tool `list` with these arguments in its query, `name: schema`. */
function listing(
  parameters: { [name: string]: JsonObject },
  named: HttpParameter[] = [],
): ServerDefinition {
  const wire = Object.keys(parameters).filter(
    (name) => !named.some(({ argument }) => argument === name),
  );
  return petstore({
    tools: [
      {
        name: 'list',
        inputSchema: { type: 'object', properties: parameters },
        action: {
          kind: 'http',
          upstream: 'api',
          method: 'GET',
          path: '/things',
          parameters: [...wire.map((name) => query(name)), ...named],
          response: {},
        },
      },
    ],
  });
}

async function list(
  definition: ServerDefinition,
  args: JsonObject,
  body: JsonValue,
  headers: [string, string][] = [],
): Promise<string | undefined> {
  const { fetch } = recordingUpstream(JSON.stringify(body), 'application/json', 200, headers);
  const result = await runTool(definition, { name: 'list', arguments: args }, contextWith(fetch));
  expect(result.isError).toBeUndefined();
  return /There (?:is|may be) more.*$/.exec(textOf(result))?.[0];
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const is = (changes: JsonObject) =>
  `There is more: for the next page call list again with ${JSON.stringify(changes)} and otherwise the same arguments.`;
const maybe = (changes: JsonObject) => is(changes).replace('There is', 'There may be');
const three = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('the address of the next page becomes arguments:', () => {
  const paged = listing({ page: integer, per_page: integer, state: text });

  test('of a Link header', async () => {
    const link: [string, string] = [
      'Link',
      '<https://api.example.com/things?page=1>; rel="prev", <https://api.example.com/things?state=a,b&page=3&per_page=2>; rel="next last"',
    ];
    expect(await list(paged, { page: 2, per_page: 2 }, three, [link])).toBe(is({ page: 3 }));
  });

  test('with the page size that the upstream chose', async () => {
    const link: [string, string] = ['Link', '</things?page=2&per_page=30>; rel=next'];
    expect(await list(paged, { per_page: 500 }, three, [link])).toBe(is({ page: 2, per_page: 30 }));
  });

  test.each<[string, JsonValue]>([
    ['next', { next: '/things?page=2' }],
    ['links.next', { links: { next: 'https://api.example.com/things?page=2' } }],
    ['_links.next.href', { _links: { next: { href: '?page=2' } } }],
    ['@odata.nextLink', { '@odata.nextLink': 'https://x.example/things?page=2' }],
    ['meta.pagination.next_url', { meta: { pagination: { next_url: '/things?page=2' } } }],
  ])('of %s', async (_, body) => {
    expect(await list(paged, {}, body)).toBe(is({ page: 2 }));
  });

  test('by the name of the argument, not that on the wire', async () => {
    const definition = listing({ after: text }, [query('page[after]', 'after')]);
    const body = { links: { next: '/things?page%5Bafter%5D=abc' } };
    expect(await list(definition, {}, body)).toBe(is({ after: 'abc' }));
  });

  test('but not if it leads to the same page, or needs arguments that the tool lacks', async () => {
    expect(await list(paged, { page: 2 }, { next: '/things?page=2' })).toBeUndefined();
    expect(await list(paged, {}, { next: '/things?token=abc' })).toBeUndefined();
    expect(await list(paged, {}, { next: null })).toBeUndefined();
    const prev: [string, string] = ['Link', '</things?page=1>; rel="prev"; title="next"'];
    expect(await list(paged, {}, [], [prev])).toBeUndefined();
  });
});

describe('a cursor becomes an argument:', () => {
  test.each<[string, string, JsonValue]>([
    ['cursor', 'next_cursor', { next_cursor: 'abc' }],
    ['cursor', 'response_metadata.next_cursor', { response_metadata: { next_cursor: 'abc' } }],
    ['pageToken', 'nextPageToken', { nextPageToken: 'abc' }],
    ['after', 'paging.next.after', { paging: { next: { after: 'abc', link: 'https://x/' } } }],
    ['after', 'paging.cursors.after', { paging: { cursors: { after: 'abc' } } }],
    ['continue', 'metadata.continue', { metadata: { continue: 'abc' } }],
    ['after', 'pageInfo.endCursor', { pageInfo: { hasNextPage: true, endCursor: 'abc' } }],
    ['cursor', 'cursor and has_more', { cursor: 'abc', has_more: true }],
  ])('%s of %s', async (argument, _, body) => {
    expect(await list(listing({ [argument]: text }), {}, body)).toBe(is({ [argument]: 'abc' }));
  });

  test('a number of a page, for a tool with pages', async () => {
    expect(await list(listing({ page: integer }), {}, { next_page: 3 })).toBe(is({ page: 3 }));
  });

  test('the id of the last item, if there is no other', async () => {
    const definition = listing({ starting_after: text, limit: integer });
    const body = { object: 'list', data: three, has_more: true };
    expect(await list(definition, {}, body)).toBe(is({ starting_after: 'c' }));
  });

  test('but not on the last page', async () => {
    const definition = listing({ cursor: text });
    const bodies: JsonValue[] = [
      { next_cursor: '' },
      { next_cursor: null },
      { cursor: 'abc', has_more: false },
      { pageInfo: { hasNextPage: false, endCursor: 'abc' } },
    ];
    for (const body of bodies) {
      expect(await list(definition, {}, body)).toBeUndefined();
    }
  });

  test('but not if it is too long', async () => {
    const body = { next_cursor: 'x'.repeat(5_000) };
    expect(await list(listing({ cursor: text }), {}, body)).toBeUndefined();
  });
});

describe('counting becomes an argument:', () => {
  const offset = listing({ offset: integer, limit: { type: 'integer', default: 3 } });
  const page = listing({ page: integer, page_size: integer });

  test.each<[string, ServerDefinition, JsonObject, JsonValue, string | undefined]>([
    ['a total that is not reached', offset, {}, { total: 7, items: three }, is({ offset: 3 })],
    ['one that is', offset, { offset: 4 }, { total: 7, items: three }, undefined],
    ['a full page', offset, { offset: 6 }, three, maybe({ offset: 9 })],
    ['a page with room', offset, { limit: 10 }, three, undefined],
    ['an empty page', offset, {}, [], undefined],
    ['pages that are left', page, { page: 2 }, { total_pages: 3, data: three }, is({ page: 3 })],
    ['the last page', page, { page: 3 }, { total_pages: 3, data: three }, undefined],
    [
      'a total in pages',
      page,
      { page_size: 3 },
      { meta: { total: 4 }, data: three },
      is({ page: 2 }),
    ],
    ['a full page of unknown many', page, { page_size: 3 }, { data: three }, maybe({ page: 2 })],
    ['two lists', page, { page_size: 3 }, { data: three, tags: three }, undefined],
  ])('%s', async (_, definition, args, body, expected) => {
    expect(await list(definition, args, body)).toBe(expected);
  });

  test('by a header', async () => {
    const total: [string, string] = ['X-Total-Count', '50'];
    expect(await list(offset, { offset: 6, limit: 5 }, three, [total])).toBe(is({ offset: 9 }));
  });
});

test('a tool without such arguments gets no hint', async () => {
  expect(await list(listing({ name: text }), {}, { next_cursor: 'abc' })).toBeUndefined();
});

test('the hint outlives a cut, and the properties that are not kept', async () => {
  const definition = listing({ cursor: text });
  const [tool] = definition.tools;
  if (tool?.action.kind !== 'http') throw new Error('no http tool');
  tool.action.response = { keep: ['items'] };
  definition.policies.maxResultBytes = 4_000;
  const items = Array.from({ length: 500 }, (_, id) => ({ id }));
  const { fetch } = recordingUpstream(JSON.stringify({ items, next_cursor: 'abc' }));
  const call = { name: 'list', arguments: {} };
  const result = await runTool(definition, call, contextWith(fetch));
  expect(textOf(result)).toContain('Cut to fit');
  expect(textOf(result)).toContain(is({ cursor: 'abc' }));
  expect(result.structuredContent).not.toHaveProperty('next_cursor');
  expect(JSON.stringify(result).length).toBeLessThanOrEqual(4_000);
});
