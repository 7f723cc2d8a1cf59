import { expect, test } from 'vitest';

import type { DraftView, ImportPreview } from '#app/drafts/draft.ts';
import type { PointList } from '#app/chat/point-answers.ts';

import { Visitor } from '../setup/drafts.ts';

function shop(paths: Record<string, string>, title = 'Shop'): string {
  const operations = Object.entries(paths).map(([path, description]) => [
    path,
    { get: { operationId: `get_${path.slice(1)}`, description, responses: { 200: {} } } },
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    servers: [{ url: 'https://api.shop.example' }],
    paths: Object.fromEntries(operations),
  });
}

const FIRST = shop({ '/a': 'Text of a.', '/b': 'Text of b.', '/c': 'Text of c.' });
const SECOND = shop({ '/a': 'New text of a.', '/b': 'New text of b.', '/d': 'Text of d.' });

async function begin() {
  const visitor = new Visitor();
  const { id } = await visitor.submit(FIRST);
  const edits = [{ edit: 'describeTool', name: 'get_b', description: 'My own words.' }];
  const draft = await visitor.change({ id }, { edits });
  const path = `/api/drafts/${id}/import`;
  const send = (query: string, body: BodyInit, revision = draft.revision) =>
    visitor.fetch(path + query, { method: 'POST', body, headers: { 'if-match': `"${revision}"` } });
  return { visitor, id, draft, path, send };
}

async function pointsOf(visitor: Visitor, id: string): Promise<PointList> {
  return (await visitor.fetch(`/api/chats/${id}/points`)).json();
}

function toForm(document: string, choice: object | string): FormData {
  const form = new FormData();
  form.set('document', new File([document], 'document', { type: 'text/plain' }));
  form.set('choice', typeof choice === 'string' ? choice : JSON.stringify(choice));
  return form;
}

function textsOf({ blueprint }: DraftView) {
  const { tools } = blueprint;
  return tools.map((tool) => ('description' in tool ? [tool.name, tool.description] : [tool.name]));
}

test('a preview tells what an import would change, and changes nothing', async () => {
  const { visitor, id, draft, send } = await begin();
  const response = await send('?preview=1', SECOND);
  expect(response.status).toBe(200);
  const { changes, notes }: ImportPreview = await response.json();
  expect(changes.isAgain).toBe(true);
  expect(changes.tools.map(({ name, change, kept }) => [name, change, kept])).toEqual([
    ['get_a', 'changed', []],
    ['get_b', 'kept', ['description']],
    ['get_d', 'added', []],
    ['get_c', 'removed', []],
  ]);
  expect(notes).toContain('No longer in the document, so removed: get_c.');
  const now: DraftView = await (await visitor.fetch(`/api/drafts/${id}`)).json();
  expect(now.revision).toBe(draft.revision);
  expect(textsOf(now)).toEqual(textsOf(draft));
});

test('an import is one restore point of its own, and restoring the one before takes it back', async () => {
  const { visitor, id, draft, send } = await begin();
  const before = await pointsOf(visitor, id);
  const imported: DraftView = await (await send('', SECOND)).json();
  expect(textsOf(imported)).toEqual([
    ['get_a', 'New text of a.'],
    ['get_b', 'My own words.'],
    ['get_d', 'Text of d.'],
  ]);
  // An edit at once is no part of it either.
  await visitor.change({ id }, { edits: [{ edit: 'removeTool', name: 'get_d' }] });
  const { points } = await pointsOf(visitor, id);
  expect(points.length).toBe(before.points.length + 2);
  const point = points.at(-2);
  expect(point).toMatchObject({ by: 'screen', imported: 'Shop' });
  expect(point?.changed).toEqual([
    'Shop is imported again.',
    'get_d is added.',
    'get_c is removed.',
    expect.stringMatching(/^get_a changed: /),
    'The source documents changed.',
  ]);
  const restored = await visitor.fetch(`/api/chats/${id}/points/${before.current}/restore`, {
    method: 'POST',
  });
  expect(restored.status).toBe(200);
  const now: DraftView = await (await visitor.fetch(`/api/drafts/${id}`)).json();
  expect(textsOf(now)).toEqual(textsOf(draft));
});

test('of an import only what was chosen is taken', async () => {
  const { send } = await begin();
  const { changes }: ImportPreview = await (await send('?preview=1', SECOND)).json();
  const choice = { operations: ['GET /d'], apis: true, hash: changes.hash };
  const answer = await send('', toForm(SECOND, choice));
  expect(answer.status).toBe(200);
  expect(textsOf(await answer.json())).toEqual([
    ['get_a', 'Text of a.'],
    ['get_b', 'My own words.'],
    ['get_c', 'Text of c.'],
    ['get_d', 'Text of d.'],
  ]);
});

test('a document that is another one than in its preview is refused', async () => {
  const { visitor, id, draft, send } = await begin();
  const { changes }: ImportPreview = await (await send('?preview=1', SECOND)).json();
  const choice = { operations: ['GET /d'], apis: true, hash: changes.hash };
  const answer = await send('', toForm(shop({ '/d': 'Something else.' }), choice));
  expect(answer.status).toBe(409);
  const now: DraftView = await (await visitor.fetch(`/api/drafts/${id}`)).json();
  expect(now.revision).toBe(draft.revision);
});

test('an address is fetched, with a choice too', async () => {
  const { send } = await begin();
  const reference = JSON.stringify({ url: 'https://upstream.example.net/document.json' });
  const preview = await send('?preview=1', reference);
  expect(preview.status).toBe(200);
  const { changes }: ImportPreview = await preview.json();
  const [first] = changes.tools.filter(({ change }) => change === 'added');
  const choice = { operations: [first?.operation], apis: true, hash: changes.hash };
  const taken: DraftView = await (await send('', toForm(reference, choice))).json();
  expect(taken.blueprint.tools.map(({ name }) => name)).toContain(first?.name);
  const hidden = JSON.stringify({ url: 'https://10.0.0.7/openapi.json' });
  const inside = await send('?preview=1', hidden, taken.revision);
  expect(inside.status).toBe(422);
});

test('only who may change the draft imports into it, and only at its current revision', async () => {
  const { id, path, draft, send } = await begin();
  const stranger = new Visitor();
  await stranger.submit(FIRST);
  for (const query of ['', '?preview=1']) {
    const headers = { 'if-match': '*' };
    const foreign = await stranger.fetch(path + query, { method: 'POST', body: SECOND, headers });
    expect(foreign.status).toBe(404);
    expect((await send(query, SECOND, draft.revision - 1)).status).toBe(412);
  }
  const unnamed = await new Visitor().fetch(`/api/drafts/${id}/import`, {
    method: 'POST',
    body: SECOND,
  });
  expect(unnamed.status).toBe(404);
});

test.each([
  ['no document', '', 400],
  ['plain words', 'Add a tool, please.', 400],
  ['an unknown template', JSON.stringify({ template: 'nope' }), 422],
  ['a form without a choice', toForm(SECOND, 'nothing'), 400],
  ['a form with a choice of another form', toForm(SECOND, { operations: 'all' }), 400],
])('%s is refused, and nothing changes', async (_, body, status) => {
  const { visitor, id, draft, send } = await begin();
  expect((await send('', body)).status).toBe(status);
  const now: DraftView = await (await visitor.fetch(`/api/drafts/${id}`)).json();
  expect(now.revision).toBe(draft.revision);
});
