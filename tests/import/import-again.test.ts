import { describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument, type ImportOptions } from '#app/blueprint/import/import-document.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';

import { edit, SMALL } from '../builder/tools/open-workspace.ts';

interface Operation {
  id: string;
  text?: string;
  query?: string[];
  answer?: object;
}

interface Given {
  title?: string;
  server?: string;
  schemas?: object;
}

/** A document with one GET operation for each path. */
function api(operations: Record<string, Operation>, given: Given = {}): string {
  const { title = 'Shop', server = 'https://api.shop.example', schemas = {} } = given;
  const paths = Object.entries(operations).map(
    ([path, { id, text = `Text of ${id}.`, query = [], answer }]) => {
      const parameters = query.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
      const content = answer && { 'application/json': { schema: answer } };
      const responses = { 200: { description: 'Fine.', ...(content ? { content } : {}) } };
      return [path, { get: { operationId: id, description: text, parameters, responses } }];
    },
  );
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    servers: [{ url: server }],
    security: [{ token: [] }],
    paths: Object.fromEntries(paths),
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas },
  });
}

async function add(previous: Blueprint, text: string, options: ImportOptions = {}) {
  const outcome = await importDocument(text, { previous, isAddition: true, ...options });
  if (!outcome.ok) throw new Error(outcome.message);
  const parsed = parseBlueprint(structuredClone(outcome.value.blueprint));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { blueprint: parsed.value, notes: outcome.value.notes };
}

const A_AND_B = api({ '/a': { id: 'get_a' }, '/b': { id: 'get_b' } });

function textsOf({ tools }: Blueprint): [string, string | undefined][] {
  return tools.map(({ name, description }) => [name, description]);
}

test('the whole document after a part of it keeps what was edited in between, and says so', async () => {
  const first = await add(BLANK_BLUEPRINT, A_AND_B, { only: { names: ['get_a'] } });
  const auth = [{ id: 'own', kind: 'apiKey', in: 'header', name: 'X-Own', secret: 'OWN_KEY' }];
  const edited = edit(
    first.blueprint,
    { edit: 'describeTool', name: 'get_a', description: 'My own words.' },
    { edit: 'addExample', name: 'get_a', example: { arguments: {} } },
    { edit: 'renameTool', from: 'get_a', to: 'fetch_a' },
    { edit: 'selectTools', names: ['fetch_a'], enabled: false },
    { edit: 'setUpstream', id: 'api', baseUrl: 'https://staging.shop.example' },
    { edit: 'setAuth', upstream: 'api', auth },
    { edit: 'setSecret', name: 'OWN_KEY', scope: 'caller', description: 'From the desk.' },
  );
  const { blueprint, notes } = await add(edited, A_AND_B);
  expect(blueprint.tools[0]).toEqual(edited.tools[0]);
  expect(textsOf(blueprint)).toEqual([
    ['fetch_a', 'My own words.'],
    ['get_b', 'Text of get_b.'],
  ]);
  expect(blueprint.upstreams).toEqual(edited.upstreams);
  expect(blueprint.secrets).toEqual(edited.secrets);
  expect(notes).toEqual([
    'Edited here, so not as the document has it: fetch_a (description, examples).',
    'The API "api" stays as it was edited here: address, authentication.',
  ]);
  const again = await add(blueprint, A_AND_B);
  expect(again.blueprint).toEqual(blueprint);
  expect(again.notes).toEqual(notes);
});

describe('a new version of a document', () => {
  const first = {
    '/a': { id: 'get_a' },
    '/b': { id: 'get_b' },
    '/c': { id: 'get_c' },
    '/d': { id: 'get_d' },
  };
  const next = {
    '/a': { id: 'get_a', text: 'New words of a.', query: ['page'] },
    '/b': { id: 'get_b', text: 'New words of b.', query: ['page'] },
    '/e': { id: 'get_e' },
    '/c': { id: 'get_c' },
  };

  test('changes what nobody edited, and leaves the rest to the edits', async () => {
    const { blueprint: before } = await add(BLANK_BLUEPRINT, api(first));
    const edited = edit(
      before,
      { edit: 'describeTool', name: 'get_b', description: 'My own words.' },
      { edit: 'removeTools', names: ['get_c'] },
    );
    const { blueprint, notes } = await add(edited, api(next));
    expect(textsOf(blueprint)).toEqual([
      ['get_a', 'New words of a.'],
      ['get_b', 'My own words.'],
      ['get_e', 'Text of get_e.'],
    ]);
    for (const { name, inputSchema } of blueprint.tools.slice(0, 2)) {
      expect(Object.keys(inputSchema['properties'] ?? {}), name).toEqual(['page']);
    }
    expect(notes).toEqual([
      'Edited here, so not as the document has it: get_b (description).',
      'Removed here, so not added again: get_c. An import of only these operations adds them.',
      'No longer in the document, so removed: get_d.',
    ]);
    const again = await add(blueprint, api(next), { only: { names: ['get_c'] } });
    expect(again.blueprint.tools.map(({ name }) => name)).toContain('get_c');
  });

  test('keeps an edited tool whose operation is gone', async () => {
    const { blueprint: before } = await add(BLANK_BLUEPRINT, api(first));
    const edited = edit(before, { edit: 'renameTool', from: 'get_d', to: 'mine' });
    const { blueprint, notes } = await add(edited, api(next));
    expect(blueprint.tools.map(({ name }) => name)).toContain('mine');
    expect(notes).toContain(
      'No longer in the document, but edited or used here, so they stay: mine.',
    );
  });

  test('moves to the new address unless that was edited', async () => {
    const { blueprint: before } = await add(BLANK_BLUEPRINT, api(first));
    const moved = api(first, { server: 'https://api.shop.example/v2' });
    const { blueprint } = await add(before, moved);
    expect(blueprint.upstreams.map(({ baseUrl }) => baseUrl)).toEqual([
      'https://api.shop.example/v2',
    ]);
  });

  test('keeps a schema that was edited for the tools that use it', async () => {
    const answer = { $ref: '#/components/schemas/Thing' };
    const documented = (type: string) =>
      api(
        { '/a': { id: 'get_a', answer } },
        { schemas: { Thing: { type: 'object', properties: { id: { type } } } } },
      );
    const { blueprint: before } = await add(BLANK_BLUEPRINT, documented('string'));
    const updated = await add(before, documented('integer'));
    expect(updated.blueprint.definitions['Thing']).toMatchObject({
      properties: { id: { type: 'integer' } },
    });
    const schema = { type: 'object', properties: { id: { type: 'string', minLength: 3 } } };
    const edited = edit(before, { edit: 'setDefinition', name: 'Thing', schema });
    const { blueprint, notes } = await add(edited, documented('integer'));
    expect(blueprint.definitions).toEqual({ Thing: schema });
    expect(notes).toEqual(['Edited here, so not as the document has it: get_a (answer).']);
  });

  test('of a draft from before imports were noted leaves every difference to the draft', async () => {
    const { blueprint: before } = await add(BLANK_BLUEPRINT, api(first));
    const sources = before.sources.map(({ made: _made, ...source }) => source);
    const edited = edit(
      { ...before, sources },
      { edit: 'describeTool', name: 'get_a', description: 'My own words.' },
    );
    const { blueprint } = await add(edited, api(next));
    expect(textsOf(blueprint).slice(0, 2)).toEqual([
      ['get_a', 'My own words.'],
      ['get_b', 'Text of get_b.'],
    ]);
    expect(blueprint.upstreams).toHaveLength(1);
  });
});

test('an import keeps APIs and secrets that only code or nothing calls yet', async () => {
  const source = "export default (a, context) => context.json('other', { path: '/x' });";
  const before = edit(
    SMALL,
    { edit: 'setUpstream', id: 'other', baseUrl: 'https://other.example' },
    { edit: 'setUpstream', id: 'spare', baseUrl: 'https://spare.example' },
    { edit: 'setAuth', upstream: 'spare', auth: [{ id: 'own', kind: 'bearer', secret: 'OWN' }] },
    { edit: 'setSecret', name: 'LATER', scope: 'server' },
    {
      edit: 'upsertTool',
      tool: {
        name: 'code',
        enabled: true,
        inputSchema: { type: 'object' },
        action: { kind: 'code', source },
      },
    },
  );
  const { blueprint } = await add(before, A_AND_B);
  expect(blueprint.upstreams.slice(0, 3)).toEqual(before.upstreams);
  expect(blueprint.secrets.slice(0, 2)).toEqual(before.secrets);
  const again = await add(blueprint, A_AND_B);
  expect(again.blueprint).toEqual(blueprint);
});

test('a tool made by hand on the API of a document leaves the others there', async () => {
  const { blueprint: before } = await add(BLANK_BLUEPRINT, A_AND_B);
  const byHand = { ...SMALL.tools[0], name: 'by_hand' };
  const edited = edit(before, { edit: 'upsertTool', tool: byHand });
  const { blueprint } = await add(edited, A_AND_B);
  expect(blueprint).toEqual(edited);
});

describe('the first import into a new server', () => {
  test('names it, but keeps a name that it was given', async () => {
    const plain = await add(BLANK_BLUEPRINT, A_AND_B);
    expect(plain.blueprint.identity).toMatchObject({ name: 'shop', title: 'Shop' });
    const named = edit(BLANK_BLUEPRINT, { edit: 'setIdentity', name: 'helper', title: null });
    const { blueprint } = await add(named, A_AND_B);
    expect(blueprint.identity).toMatchObject({ name: 'helper' });
    expect(blueprint.identity.instructions).toContain('Shop');
  });

  test('keeps prompts, resources and APIs', async () => {
    const text = { kind: 'text', text: 'Hello.' };
    const before = edit(
      BLANK_BLUEPRINT,
      { edit: 'setUpstream', id: 'api', baseUrl: 'https://mine.example' },
      { edit: 'upsertResource', resource: { uri: 'about://me', name: 'me', content: text } },
    );
    const { blueprint } = await add(before, A_AND_B);
    expect(blueprint.resources).toEqual(before.resources);
    expect(blueprint.upstreams.map(({ id, baseUrl }) => [id, baseUrl])).toEqual([
      ['api', 'https://mine.example'],
      ['api_2', 'https://api.shop.example'],
    ]);
    expect(blueprint.tools.map(({ action }) => action)).toMatchObject([
      { upstream: 'api_2' },
      { upstream: 'api_2' },
    ]);
  });
});

describe('two APIs with one title', () => {
  const one = api(
    { '/users': { id: 'one_users' }, '/only': { id: 'one_only' } },
    { title: 'REST API', server: 'https://api.one.example' },
  );
  const two = api(
    { '/users': { id: 'two_users' } },
    { title: 'REST API', server: 'https://api.two.example' },
  );

  test.each([undefined, { names: ['two_users'] }])('stay two (only: %j)', async (only) => {
    const { blueprint: before } = await add(BLANK_BLUEPRINT, one);
    const { blueprint, notes } = await add(before, two, only ? { only } : {});
    expect(blueprint.tools.map(({ name }) => name)).toEqual(['one_users', 'one_only', 'two_users']);
    expect(blueprint.upstreams.map(({ title, baseUrl }) => [title, baseUrl])).toEqual([
      ['REST API', 'https://api.one.example'],
      ['REST API (api.two.example)', 'https://api.two.example'],
    ]);
    expect(notes).toEqual([
      'Another API has the title "REST API" already; this one is added beside it as "REST API (api.two.example)".',
    ]);
    const again = await add(blueprint, two);
    expect(again.blueprint).toEqual(blueprint);
  });

  test('are one where they are fetched from the same address', async () => {
    const url = 'https://docs.example/api.json';
    const { blueprint: before } = await add(BLANK_BLUEPRINT, one, { url });
    const { blueprint } = await add(before, two, { url });
    expect(blueprint.sources).toHaveLength(1);
  });
});

test('the same commands again add nothing', async () => {
  const text = 'curl https://api.example.com/things';
  const { blueprint } = await add(BLANK_BLUEPRINT, text);
  const again = await add(blueprint, text);
  expect(again.blueprint).toEqual(blueprint);
});

describe('the changes of an import', () => {
  const BEFORE = api({ '/a': { id: 'get_a' }, '/b': { id: 'get_b' }, '/c': { id: 'get_c' } });
  const AFTER = api(
    {
      '/a': { id: 'get_a', text: 'New text.', query: ['page'] },
      '/b': { id: 'get_b', text: 'New text.' },
      '/d': { id: 'get_d' },
    },
    { server: 'https://new.shop.example' },
  );

  async function begin() {
    const first = await add(BLANK_BLUEPRINT, BEFORE);
    return edit(first.blueprint, { edit: 'describeTool', name: 'get_b', description: 'My words.' });
  }

  async function importAgain(previous: Blueprint, taken?: ImportOptions['taken']) {
    const outcome = await importDocument(AFTER, { previous, ...(taken ? { taken } : {}) });
    if (!outcome.ok) throw new Error(outcome.message);
    return outcome.value;
  }

  test('are listed, with what edits keep', async () => {
    const { changes } = await importAgain(await begin());
    expect(changes).toMatchObject({ isAgain: true, title: 'Shop', hash: /^[0-9a-f]{64}$/ });
    expect(changes.tools).toEqual([
      {
        name: 'get_a',
        operation: 'GET /a',
        change: 'changed',
        aspects: ['description', 'request'],
        kept: [],
      },
      { name: 'get_b', operation: 'GET /b', change: 'kept', aspects: [], kept: ['description'] },
      { name: 'get_d', operation: 'GET /d', change: 'added', aspects: [], kept: [] },
      { name: 'get_c', operation: 'GET /c', change: 'removed', aspects: [], kept: [] },
    ]);
    expect(changes.apis).toEqual([
      {
        id: 'api',
        baseUrl: 'https://new.shop.example',
        change: 'changed',
        aspects: ['address'],
        kept: [],
      },
    ]);
  });

  test('are made as far as they are taken', async () => {
    const before = await begin();
    const none = await importAgain(before, { operations: [], apis: false });
    const { sources, ...rest } = none.blueprint;
    expect(sources[0]?.hash).not.toBe(before.sources[0]?.hash);
    expect({ ...rest, sources: before.sources }).toEqual(before);
    const some = await importAgain(before, { operations: ['GET /a', 'GET /d'], apis: false });
    expect(textsOf(some.blueprint)).toEqual([
      ['get_a', 'New text.'],
      ['get_b', 'My words.'],
      ['get_c', 'Text of get_c.'],
      ['get_d', 'Text of get_d.'],
    ]);
    expect(some.blueprint.upstreams).toEqual(before.upstreams);
    // What was left is offered once more.
    const left = await importAgain(some.blueprint);
    expect(left.changes.tools.map(({ name, change }) => [name, change])).toEqual([
      ['get_b', 'kept'],
      ['get_c', 'removed'],
    ]);
    expect(left.changes.apis).toMatchObject([{ change: 'changed', aspects: ['address'] }]);
    const all = await importAgain(before);
    const rests = await importAgain(some.blueprint);
    expect(textsOf(rests.blueprint)).toEqual(textsOf(all.blueprint));
  });

  test('of another document are additions', async () => {
    const other = api(
      { '/x': { id: 'get_x' } },
      { title: 'Other', server: 'https://other.example' },
    );
    const previous = (await add(await begin(), other)).blueprint;
    const third = api(
      { '/y': { id: 'get_y' } },
      { title: 'Third', server: 'https://third.example' },
    );
    const outcome = await importDocument(third, { previous });
    expect(outcome).toMatchObject({
      value: {
        changes: {
          isAgain: false,
          tools: [{ name: 'get_y', change: 'added' }],
          apis: [{ baseUrl: 'https://third.example', change: 'added' }],
        },
      },
    });
  });
});
