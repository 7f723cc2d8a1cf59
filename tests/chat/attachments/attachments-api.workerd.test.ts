import { env, runInDurableObject } from 'cloudflare:test';
import type { UIMessage } from 'ai';
import { expect, test } from 'vitest';

import { attachmentPath } from '#app/chat/attachments/stored-attachment.ts';
import { ChatStore } from '#app/chat/chat-store.server.ts';
import type { ChatAnswer } from '#app/chat/chat-view.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';
import { ATTACHMENT_PREFIX } from '#app/drafts/documents/attachment-blobs.server.ts';
import { removeDraftsOf } from '#app/drafts/remove-drafts.server.ts';
import { sweepDrafts } from '#app/drafts/sweep-drafts.server.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { UPSTREAM_DOCUMENT } from '../../fakes/upstream-document.ts';
import { attach, messageWith, upload } from '../../setup/attach.ts';
import { Browser, newUid } from '../../setup/browser.workerd.ts';
import { Visitor } from '../../setup/drafts.ts';
import { largeDocument } from '../../setup/large-document.ts';
import { getJson, newChat, readChunks, say } from '../chat-visitor.ts';

const MEBIBYTE = 1_048_576;
const DAY_MS = 24 * 60 * 60 * 1_000;
const DOCUMENT = JSON.stringify(UPSTREAM_DOCUMENT);

const readChat = (visitor: Visitor, id: string) => getJson<ChatAnswer>(visitor, `/api/chats/${id}`);
const detailOf = async (answer: Response) => (await answer.json<{ detail: string }>()).detail;

async function send(visitor: Visitor, id: string, body: object): Promise<Response> {
  const turn = await visitor.json('POST', `/api/chats/${id}/turns`, body);
  if (turn.status === 200) await readChunks(turn.clone());
  return turn;
}

/** The text of an answer that says that it is none. */
async function textOf(answer: Response): Promise<string> {
  return new TextDecoder().decode(await answer.arrayBuffer());
}

async function toolsOf(visitor: Visitor, id: string): Promise<string[]> {
  const { draft } = await readChat(visitor, id);
  return draft.blueprint.tools.map(({ name }) => name);
}

async function storedFiles(): Promise<string[]> {
  const { objects } = await env.BLOBS.list({ prefix: ATTACHMENT_PREFIX });
  return objects.map(({ key }) => key.slice(ATTACHMENT_PREFIX.length));
}

test('a file is stored once, outside of the conversation, and becomes tools', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const file = await attach(visitor, id, DOCUMENT, { name: 'API über alles.json' });
  expect(await storedFiles()).toEqual([await sha256(DOCUMENT)]);
  expect((await send(visitor, id, messageWith('', file))).status).toBe(200);
  expect(await toolsOf(visitor, id)).toContain('echo');
  const { messages } = await readChat(visitor, id);
  expect(messages[0]?.parts).toEqual([
    {
      type: 'file',
      mediaType: 'application/json',
      filename: 'API über alles.json',
      url: `attachment:${await sha256(DOCUMENT)}`,
      size: DOCUMENT.length,
    },
  ]);
  const read = await visitor.fetch(attachmentPath(id, await sha256(DOCUMENT)));
  expect(await textOf(read)).toBe(DOCUMENT);
  expect(Object.fromEntries(read.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''API%20%C3%BCber%20alles.json",
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringContaining('no-store'),
  });
});

test('a document of 13 MB works for a guest, from the upload to its tools', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const text = largeDocument(13 * 1_000_000);
  expect(text.length).toBeGreaterThan(13 * 1_000_000);
  const file = await attach(visitor, id, text);
  expect((await send(visitor, id, messageWith('Import this', file))).status).toBe(200);
  const tools = await toolsOf(visitor, id);
  expect(tools).toContain('get_thing_1');
  const { messages } = await readChat(visitor, id);
  expect(JSON.stringify(messages[0]).length).toBeLessThan(1_000);
  expect(JSON.stringify(messages).length).toBeLessThan(500_000);
  // The chat goes on: nothing of the document counts against its size.
  expect((await say(visitor, id, 'rename get_thing_1 to first_thing')).length).toBeGreaterThan(0);
  expect(await toolsOf(visitor, id)).toContain('first_thing');
}, 240_000);

test('a file that an older page sends within its message is stored all the same', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const url = `data:application/json;base64,${btoa(DOCUMENT)}`;
  const part = { type: 'file' as const, mediaType: 'application/json', filename: 'a.json', url };
  expect((await send(visitor, id, messageWith('', part))).status).toBe(200);
  expect(await toolsOf(visitor, id)).toContain('echo');
  const { messages } = await readChat(visitor, id);
  expect(messages[0]?.parts).toMatchObject([{ url: `attachment:${await sha256(DOCUMENT)}` }]);
});

test('bytes that are not those of the id, or not as many as announced, are not stored', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const mine = 'my own bytes';
  const theirs = await sha256('bytes that nobody has stored');
  for (const wrong of [
    { id: theirs },
    { id: 'x' },
    { size: 3 },
    { size: 300 },
    { size: 0 },
    { name: '' },
  ]) {
    const refused = await upload(visitor, id, mine, wrong);
    expect([wrong, refused.status]).toEqual([wrong, 400]);
  }
  const stored = await storedFiles();
  expect(stored).not.toContain(theirs);
  expect(stored).not.toContain(await sha256(mine));
});

test('what is neither a text nor a picture is refused, and what is too large names the limit', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const zip = await upload(visitor, id, new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xff]));
  expect([zip.status, await detailOf(zip)]).toEqual([
    422,
    'This file is neither a text nor an image.',
  ]);
  const large = await upload(visitor, id, new Uint8Array(16 * MEBIBYTE + 1));
  const picture = new Uint8Array(5 * MEBIBYTE + 1);
  expect((await upload(visitor, id, picture, { type: 'image/png' })).status).toBe(413);
  expect([large.status, await detailOf(large)]).toEqual([
    413,
    'A file can have up to 16 MB, an image up to 5 MB.',
  ]);
});

test('the files of a chat have a budget; a file that is there already counts once', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const letters = (letter: string, size: number) => letter.repeat(size * MEBIBYTE);
  await attach(visitor, id, letters('a', 16));
  await attach(visitor, id, letters('a', 16));
  await attach(visitor, id, letters('b', 15));
  const refused = await upload(visitor, id, letters('c', 2));
  expect(refused.status).toBe(413);
  expect(await detailOf(refused)).toBe(
    'The files of a chat of a guest can have 32 MB in total, of which 1 MB is left. Sign in to raise the limit to 160 MB, or start a new chat.',
  );
  await attach(visitor, id, letters('c', 1));
});

test('a guest attaches so many files a minute, and an account more', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  for (let each = 0; each < 10; each += 1) await attach(visitor, id, `file ${each}`);
  const refused = await upload(visitor, id, 'one more');
  expect(refused.status).toBe(429);
  expect(await detailOf(refused)).toContain('A guest can attach up to 10 files a minute');
  const browser = new Browser();
  await browser.signIn({ sub: newUid() });
  const created = await browser.fetch('/api/chats', { method: 'POST' });
  const own: { id: string } = await created.json();
  for (let each = 0; each < 12; each += 1) await attach(browser, own.id, `file ${each}`);
});

test('who knows the id of a foreign file cannot refer to it, read it or replace it', async () => {
  const owner = new Visitor();
  const id = await newChat(owner);
  const file = await attach(owner, id, DOCUMENT);
  await send(owner, id, messageWith('', file));
  const thief = new Visitor();
  const other = await newChat(thief);
  const hash = await sha256(DOCUMENT);
  const refused = await send(thief, other, messageWith('Import it', file));
  expect(refused.status).toBe(422);
  expect((await readChat(thief, other)).messages).toEqual([]);
  expect((await thief.fetch(attachmentPath(other, hash))).status).toBe(404);
  expect((await thief.fetch(attachmentPath(id, hash))).status).toBe(404);
  expect((await new Visitor().fetch(attachmentPath(id, hash))).status).toBe(404);
  expect((await upload(thief, id, DOCUMENT)).status).toBe(404);
  expect((await upload(thief, other, 'other bytes', { id: hash })).status).toBe(400);
  expect(await textOf(await owner.fetch(attachmentPath(id, hash)))).toBe(DOCUMENT);
  // What a message says about a file is not believed.
  const lie = { ...file, mediaType: 'image/png', size: 1 };
  await send(owner, id, messageWith('again', lie));
  const [, , said] = (await readChat(owner, id)).messages;
  expect(said?.parts).toMatchObject([{ type: 'text' }, { ...file }]);
});

test('who reads a shared chat reads the files of what is shown, and no others', async () => {
  const owner = new Visitor();
  const id = await newChat(owner);
  const shown = await attach(owner, id, DOCUMENT);
  const hidden = await attach(owner, id, 'on another branch');
  await attach(owner, id, 'never sent');
  await send(owner, id, messageWith('', hidden));
  await send(owner, id, { ...messageWith('', shown), parent: null });
  const reader = new Visitor();
  const path = { of: async (text: string) => attachmentPath(id, await sha256(text)) };
  expect((await reader.fetch(await path.of(DOCUMENT))).status).toBe(404);
  await owner.json('PATCH', `/api/chats/${id}`, { visibility: 'unlisted' });
  expect(await textOf(await reader.fetch(await path.of(DOCUMENT)))).toBe(DOCUMENT);
  for (const text of ['on another branch', 'never sent']) {
    expect((await reader.fetch(await path.of(text))).status).toBe(404);
    expect((await owner.fetch(await path.of(text))).status).toBe(200);
  }
  await owner.json('PATCH', `/api/chats/${id}`, { visibility: 'private' });
  expect((await reader.fetch(await path.of(DOCUMENT))).status).toBe(404);
});

test('a fork has the files of its messages, and keeps them when the first chat ends', async () => {
  const owner = new Visitor();
  const text = JSON.stringify({ ...UPSTREAM_DOCUMENT, info: { title: 'Forked', version: '1' } });
  const hash = await sha256(text);
  const id = await newChat(owner);
  const file = await attach(owner, id, text);
  await send(owner, id, messageWith('', file));
  await attach(owner, id, 'never sent');
  await owner.json('PATCH', `/api/chats/${id}`, { visibility: 'unlisted' });
  const reader = new Visitor();
  const forked = await reader.json('POST', `/api/chats/${id}/fork`, {});
  const copy = await forked.json<{ id: string }>();
  expect((await reader.fetch(attachmentPath(copy.id, await sha256('never sent')))).status).toBe(
    404,
  );
  const first = await env.DB.prepare('select owner from drafts where id = ?')
    .bind(id)
    .first<string>('owner');
  await removeDraftsOf(env, first ?? '');
  await sweepDrafts(env, Date.now() + 2 * DAY_MS);
  expect((await owner.fetch(attachmentPath(id, hash))).status).toBe(410);
  expect(await storedFiles()).toContain(hash);
  const read = await reader.fetch(attachmentPath(copy.id, hash));
  expect(await textOf(read)).toBe(text);
  expect((await send(reader, copy.id, messageWith('again', file))).status).toBe(200);
  // Nobody refers to it any more.
  await sweepDrafts(env, Date.now() + 60 * DAY_MS);
  expect(await storedFiles()).not.toContain(hash);
});

test('a secret in an attached file keeps the chat from being made public', async () => {
  const owner = new Visitor();
  const id = await newChat(owner);
  const key = ['sk', 'live', '51Hq7ZtR2mXw9LbVnK4sPd8Y'].join('_');
  // A description keeps its examples, and is looked through when it is shared.
  const text = `openapi: 3.1.0\ninfo: {title: Shop, description: The key is ${key}}`;
  const file = await attach(owner, id, text, { name: 'a.yaml', type: 'text/plain' });
  await send(owner, id, messageWith('', await attach(owner, id, DOCUMENT)));
  const shared = await owner.json('PATCH', `/api/chats/${id}`, { visibility: 'public' });
  expect(shared.status).toBe(200);
  await owner.json('PATCH', `/api/chats/${id}`, { visibility: 'private' });
  await send(owner, id, messageWith('Look', file));
  const refused = await owner.json('PATCH', `/api/chats/${id}`, { visibility: 'public' });
  expect(refused.status).toBe(409);
  expect(await detailOf(refused)).toContain('message 3');
});

test('a file of a message that was stored before files had a place of their own is read still', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, 'hello');
  const url = `data:application/json;base64,${btoa(DOCUMENT)}`;
  const old: UIMessage = {
    id: 'old',
    role: 'user',
    parts: [{ type: 'file', mediaType: 'application/json', filename: 'old.json', url }],
  };
  await runInDurableObject(env.DRAFTS.get(env.DRAFTS.idFromName(id)), (_, { storage }) => {
    const store = new ChatStore(storage);
    const state = store.load();
    new MessageStore(storage).write(old);
    const node = { id: 'old', role: 'user' as const, parent: state.leaf, at: 1 };
    store.save({ ...state, messages: [...state.messages, node], leaf: 'old' });
  });
  const turn = await visitor.json('POST', `/api/chats/${id}/turns`, { retry: 'old' });
  await readChunks(turn);
  expect(await toolsOf(visitor, id)).toContain('echo');
});
