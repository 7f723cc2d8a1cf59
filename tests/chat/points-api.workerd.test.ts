import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { ChatStore } from '#app/chat/chat-store.server.ts';
import type { PointView } from '#app/drafts/restore-points.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { removeDraft } from '#app/drafts/store.server.ts';
import { sweepDrafts } from '#app/drafts/sweep-drafts.server.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Visitor } from '../setup/drafts.ts';
import { getJson, newChat, say } from './chat-visitor.ts';

const ADD = 'add a tool that gets https://api.example.com/users/{id}';

interface Points {
  points: PointView[];
  current: number;
}

const points = (visitor: Visitor, id: string) =>
  getJson<Points>(visitor, `/api/chats/${id}/points`);

async function toolsOf(visitor: Visitor, id: string): Promise<string[]> {
  const { blueprint } = await getJson<DraftView>(visitor, `/api/drafts/${id}`);
  return blueprint.tools.map(({ name }) => name);
}

async function restore(visitor: Visitor, id: string, number: number) {
  return visitor.json('POST', `/api/chats/${id}/points/${number}/restore`, {});
}

/** Makes a draft one of those that were made before there were points. */
async function forgetPoints(id: string): Promise<void> {
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName(id));
  await runInDurableObject(stub, (_instance, { storage }) => {
    const store = new ChatStore(storage);
    store.save({ ...store.load(), points: [] });
  });
}

test.each([
  ['a turn', (visitor: Visitor, id: string) => say(visitor, id, ADD)],
  [
    'an edit in the screen',
    (visitor: Visitor, id: string) =>
      visitor.change({ id }, { edits: [{ edit: 'setIdentity', title: 'Else' }] }),
  ],
])('a draft from before there were points can be taken back to before %s', async (_what, edit) => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  const before = await getJson<DraftView>(visitor, `/api/drafts/${id}`);
  await forgetPoints(id);
  await edit(visitor, id);
  expect((await points(visitor, id)).points.map(({ by }) => by)).toContain('beginning');
  expect((await restore(visitor, id, 1)).status).toBe(200);
  const after = await getJson<DraftView>(visitor, `/api/drafts/${id}`);
  expect(after.blueprint).toEqual(before.blueprint);
});

test('every turn that changes the draft is a point, and no other turn is', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const chunks = await say(visitor, id, ADD);
  const told = chunks.find(({ type }) => type === 'data-point');
  expect(told).toMatchObject({ id: 'point', data: { number: 2 } });
  expect(chunks.findIndex(({ type }) => type === 'data-point')).toBeLessThan(
    chunks.findIndex(({ type }) => type === 'finish'),
  );
  await say(visitor, id, 'which tools are there?');
  const { points: all, current } = await points(visitor, id);
  expect(current).toBe(2);
  expect(all).toMatchObject([
    { number: 1, by: 'beginning', message: null },
    { number: 2, by: 'turn', message: expect.any(String) },
  ]);
  expect(all[1]?.changed).toContain('get_user is added.');
});

test('a point says what is different since, by tool and by file, and has its files', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, ADD);
  const path = `/api/chats/${id}/points/1`;
  expect(await getJson(visitor, `${path}/diff`)).toMatchObject({
    tools: { added: ['get_user'], removed: [], changed: [] },
    parts: ['upstreams'],
    files: expect.arrayContaining([
      { path: 'README.md', status: 'changed' },
      { path: 'src/tools/get-user.ts', status: 'added' },
    ]),
  });
  expect(await getJson(visitor, `${path}/diff?to=1`)).toMatchObject({ files: [] });
  const file = await visitor.fetch(`/api/chats/${id}/points/2/files/src/tools/get-user.ts`);
  expect(file.headers.get('content-type')).toContain('text/plain');
  expect(await file.text()).toContain('/users/{id}');
  expect((await visitor.fetch(`${path}/files/src/tools/get-user.ts`)).status).toBe(404);
  for (const wrong of ['%ZZ', '%', 'src/%E0%A4%A', '..%2f..%2fREADME.md']) {
    const missing = await visitor.fetch(`/api/chats/${id}/points/2/files/${wrong}`);
    expect([wrong, missing.status]).toEqual([wrong, 404]);
  }
  expect((await visitor.fetch(`/api/chats/${id}/points/9/diff`)).status).toBe(404);
});

test('restoring brings a point back as a new one, and can be undone', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, ADD);
  const restored = await restore(visitor, id, 1);
  expect(await restored.json()).toEqual({ point: 3 });
  expect(await toolsOf(visitor, id)).toEqual([]);
  expect((await points(visitor, id)).points.at(-1)).toMatchObject({
    number: 3,
    by: 'restore',
    restored: 1,
    changed: expect.arrayContaining(['get_user is removed.']),
  });
  expect(await (await restore(visitor, id, 2)).json()).toEqual({ point: 4 });
  expect(await toolsOf(visitor, id)).toEqual(['get_user']);
  expect((await restore(visitor, id, 77)).status).toBe(404);
});

test('what was edited in the screen between two turns is a point of its own', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, ADD);
  await visitor.change({ id }, { edits: [{ edit: 'renameTool', from: 'get_user', to: 'person' }] });
  await say(visitor, id, 'add a tool that gets https://api.example.com/orders/{id}');
  const { points: all } = await points(visitor, id);
  expect(all.map(({ by }) => by)).toEqual(['beginning', 'turn', 'screen', 'turn']);
  await restore(visitor, id, 3);
  expect(await toolsOf(visitor, id)).toEqual(['person']);
});

test('the contents of points outlive the sweep, and end with their draft', async () => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  await visitor.change({ id }, { edits: [{ edit: 'renameTool', from: 'echo', to: 'again' }] });
  const later = Date.now() + 25 * 60 * 60 * 1_000;
  await sweepDrafts(env, later);
  expect((await restore(visitor, id, 1)).status).toBe(200);
  expect(await toolsOf(visitor, id)).toContain('echo');
  const { head } = {
    head: await env.DB.prepare('select owner from drafts').first<string>('owner'),
  };
  await removeDraft(env, id, head ?? '');
  await sweepDrafts(env, later + 7 * 24 * 60 * 60 * 1_000);
  expect((await env.BLOBS.list()).objects).toEqual([]);
  expect(await env.DB.prepare('select count(*) as n from point_blobs').first('n')).toBe(0);
});

test('nobody else learns of points, not even who holds the token of the draft', async () => {
  const visitor = new Visitor();
  const { id, token } = await visitor.submit(UPSTREAM_DOCUMENT);
  const stranger = new Visitor();
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['points', 'points/1/diff', 'points/1/tools', 'points/1/files/README.md']) {
    expect((await stranger.fetch(`/api/chats/${id}/${path}`)).status).toBe(404);
    expect((await stranger.fetch(`/api/chats/${id}/${path}`, { headers })).status).toBe(404);
  }
  expect((await restore(stranger, id, 1)).status).toBe(404);
});
