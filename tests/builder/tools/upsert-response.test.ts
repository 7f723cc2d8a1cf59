import { describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { JsonValue } from '#app/runtime/json.ts';

import { callBuilderTool, edit, openWorkspace, SMALL } from './open-workspace.ts';

const name = 'get_user';

/** A server whose API is known to answer so: by an example, or by a schema. */
function answering(parts: { example?: JsonValue; schema?: object }): Blueprint {
  const [tool] = SMALL.tools;
  if (tool?.action.kind !== 'http') throw new Error('It is an HTTP tool.');
  const mock = { status: 200, mediaType: 'application/json', body: parts.example };
  const action = parts.example === undefined ? tool.action : { ...tool.action, mock };
  const outputSchema = parts.schema;
  return edit(SMALL, {
    edit: 'upsertTool',
    tool: { ...tool, action, ...(outputSchema && { outputSchema }) },
  });
}

const NEWS = {
  articles: [{ title: 'One', author: { name: 'Ann' } }],
  meta: { total: 1, page: null },
  tags: { a: 1 },
};
const SCHEMA = {
  type: 'object',
  properties: {
    articles: { type: 'array', items: { $ref: '#/$defs/Article' } },
    meta: { type: 'object', properties: { total: { type: 'integer' }, page: {} } },
    tags: { type: 'object', additionalProperties: { type: 'integer' } },
  },
  $defs: {
    Article: {
      allOf: [
        { type: 'object', properties: { title: { type: 'string' } } },
        { type: 'object', properties: { author: { $ref: '#/$defs/Person' } } },
      ],
    },
    Person: { type: 'object', properties: { name: { type: 'string' } } },
  },
};

describe.each([
  ['an example', answering({ example: NEWS })],
  ['a schema', answering({ schema: SCHEMA })],
])('over %s of the answer', (_what, blueprint) => {
  test.each([
    [['articles[].title', 'meta.total']],
    [['articles.author.name']],
    [['meta.page.anything']],
    [['tags.a']],
    [[]],
  ])('%j is kept', async (keep) => {
    const workspace = openWorkspace(blueprint);
    const told = await callBuilderTool(workspace, 'upsert_tool', { name, keep });
    expect(told['problems']).toEqual([]);
  });

  test.each([
    ['articles[].titel', 'articles[] has title, author. Did you mean articles[].title?'],
    ['title', 'the answer has articles, meta, tags. Did you mean articles[].title?'],
    ['articles.author.mail', 'articles[].author has name.'],
    ['articles[].title.text', 'articles[].title has no properties.'],
    ['articles[0].title', 'the answer has articles, meta, tags.'],
  ])('%s is refused with what there is', async (path, words) => {
    const workspace = openWorkspace(blueprint);
    const keep = ['meta', path];
    const message = `"${path}" matches nothing in what the API answers: ${words}`;
    expect(await callBuilderTool(workspace, 'upsert_tool', { name, keep })).toEqual({
      changed: [],
      problems: [{ path: '$.keep[1]', message }],
    });
    expect(workspace.blueprint).toBe(blueprint);
  });
});

test('nothing is known of the answer: any path is taken, but not a text that is none', async () => {
  const workspace = openWorkspace();
  const told = await callBuilderTool(workspace, 'upsert_tool', { name, keep: ['a[].b'] });
  expect(told).toMatchObject({ changed: ['get_user returns only `a[].b`.'] });
  expect(await callBuilderTool(workspace, 'upsert_tool', { name, keep: ['a[0].b'] })).toEqual({
    changed: [],
    problems: [{ path: '$.keep[0]', message: expect.stringContaining('is no path: write id') }],
  });
});

describe('over an answer that was set for the mock', () => {
  const set = async (input: object) => {
    const workspace = openWorkspace();
    await callBuilderTool(workspace, 'set_mock', { tool: name, ...input });
    return workspace;
  };

  test('a path that it does not have is refused with what there is', async () => {
    const workspace = await set({ body: NEWS });
    const told = await callBuilderTool(workspace, 'upsert_tool', {
      name,
      keep: ['articles.titel'],
    });
    const message =
      '"articles.titel" matches nothing in what the API answers: articles[] has title, author. Did you mean articles[].title?';
    expect(told).toEqual({ changed: [], problems: [{ path: '$.keep[0]', message }] });
    const kept = await callBuilderTool(workspace, 'upsert_tool', {
      name,
      keep: ['articles.title'],
    });
    expect(kept['problems']).toEqual([]);
  });

  test('several answers are taken together, and an error is none', async () => {
    const workspace = await set({ body: { id: 1 }, when: { id: 1 } });
    await callBuilderTool(workspace, 'set_mock', { tool: name, body: { at: 2 }, when: { id: 2 } });
    const failing = { tool: name, status: 404, body: { error: 'gone' }, when: { id: 3 } };
    await callBuilderTool(workspace, 'set_mock', failing);
    const keep = ['id', 'at', 'error'];
    const told = await callBuilderTool(workspace, 'upsert_tool', { name, keep });
    expect(told['problems']).toEqual([
      { path: '$.keep[2]', message: expect.stringContaining('the answer has id, at.') },
    ]);
  });

  test('it goes with its tool to another request', async () => {
    const workspace = await set({ body: { id: 1 } });
    const request = { method: 'GET', url: '/people/{id}' };
    const told = await callBuilderTool(workspace, 'upsert_tool', { name, request, keep: ['nme'] });
    expect(told['problems']).toMatchObject([{ path: '$.keep[0]' }]);
  });
});
