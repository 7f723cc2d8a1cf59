import { env } from 'cloudflare:workers';
import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';

import { ChatStore } from '#app/chat/chat-store.server.ts';
import type { DraftContent } from '#app/drafts/draft-state.ts';
import { applyToDraft, readDraft } from '#app/drafts/store.server.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Visitor } from '../setup/drafts.ts';

const MEBIBYTE = 1_048_576;

interface Points {
  points: { number: number }[];
  stored: { bytes: number; limit: number };
}

async function readPoints(visitor: Visitor, id: string): Promise<Points> {
  return (await visitor.fetch(`/api/chats/${id}/points`)).json<Points>();
}

/** A content of that size, as the generator would have stored it. */
function contentOf(name: string, megabytes: number): DraftContent {
  const bytes = { blueprint: megabytes * MEBIBYTE, artifact: 0, warnings: 0 };
  return { blueprint: name, artifact: name, warnings: 'none', bytes };
}

async function change(id: string, content: DraftContent) {
  const head = await readDraft(env, id);
  if (!head.ok) throw new Error(head.reason);
  return applyToDraft(env, id, { kind: 'change', revision: head.value.revision, content });
}

async function upload(visitor: Visitor, id: string, text: string): Promise<Response> {
  const headers = { 'content-type': 'text/plain', 'x-file-name': 'notes.txt' };
  const path = `/api/chats/${id}/attachments/${await sha256(text)}`;
  const sized = { ...headers, 'content-length': String(text.length) };
  return visitor.fetch(path, { method: 'PUT', body: text, headers: sized });
}

test('what is stored for a draft is counted as the bucket holds it, each part once', async () => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  await visitor.change({ id }, { edits: [{ edit: 'renameTool', from: 'echo', to: 'again' }] });
  await visitor.json('POST', `/api/chats/${id}/points/1/restore`, {});
  expect((await upload(visitor, id, 'a file of the chat')).status).toBe(201);
  const { objects } = await env.BLOBS.list();
  const held = objects.reduce((sum, { size }) => sum + size, 0);
  const { points, stored } = await readPoints(visitor, id);
  expect(points).toHaveLength(3);
  expect(stored).toEqual({ bytes: held, limit: 256 * MEBIBYTE });
});

test('the oldest restore points make room for a new one', async () => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  for (const name of ['a', 'b', 'c', 'd']) {
    await change(id, contentOf(name, 80));
    // A change in the screen folds into the one before it, unless a turn was between.
    await runInDurableObject(env.DRAFTS.getByName(id), (_, { storage }) => {
      const store = new ChatStore(storage);
      const points = store.readPoints().map((point) => ({ ...point, by: 'turn' as const }));
      store.keepPoints(points);
    });
  }
  const { points, stored } = await readPoints(visitor, id);
  expect(points.map(({ number }) => number)).toEqual([3, 4, 5]);
  expect(stored.bytes).toBe(240 * MEBIBYTE);
});

test('a server that does not fit is refused with what helps, and the draft stays as it was', async () => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  const before = await readDraft(env, id);
  const refused = await change(id, contentOf('large', 257));
  expect(refused).toMatchObject({ reason: 'draftFull', isKept: false });
  expect(await readDraft(env, id)).toEqual(before);
  const create = { kind: 'create', id: 'large', owner: 'somebody', isKept: true } as const;
  const most = { ...create, content: contentOf('large', 1_025) };
  expect(await applyToDraft(env, 'large', most)).toMatchObject({ reason: 'draftFull' });
  const less = { ...create, content: contentOf('large', 1_000) };
  expect(await applyToDraft(env, 'large', less)).toMatchObject({ ok: true });
});

test('a file that does not fit beside the server is refused, and one that fits is taken', async () => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  await change(id, contentOf('large', 255));
  expect((await upload(visitor, id, 'x'.repeat(MEBIBYTE))).status).toBe(201);
  const refused = await upload(visitor, id, 'y'.repeat(MEBIBYTE));
  expect(refused.status).toBe(413);
  expect((await refused.json<{ detail: string }>()).detail).toBe(
    'The server and the files of its chat would take 257 MB, and those of a guest can take 256 MB; nothing was changed. Keep fewer tools or files, or sign in for 1 GB.',
  );
});

test('a draft of a time before bytes were counted works as ever', async () => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  await runInDurableObject(env.DRAFTS.getByName(id), (_, { storage }) => {
    const store = new ChatStore(storage);
    store.keepPoints(store.readPoints().map(({ bytes: _bytes, ...point }) => point));
    const state: unknown = storage.kv.get('state');
    storage.kv.put('state', JSON.parse(JSON.stringify(state).replace(/"bytes":\{[^}]*\},?/, '')));
  });
  expect((await readPoints(visitor, id)).stored.bytes).toBe(0);
  await visitor.change({ id }, { edits: [{ edit: 'renameTool', from: 'echo', to: 'again' }] });
  const { points, stored } = await readPoints(visitor, id);
  expect(points).toHaveLength(2);
  expect(stored.bytes).toBeGreaterThan(0);
});
