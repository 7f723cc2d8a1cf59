import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { ChatAnswer } from '#app/chat/chat-view.ts';
import type { ShareScan } from '#app/chat/share/share-scan.ts';
import { sweepDrafts } from '#app/drafts/sweep-drafts.server.ts';

import { getJson, newChat, say } from '../chat/chat-visitor.ts';
import { sendMcp, Visitor } from '../setup/drafts.ts';

const ADD = 'add a tool that gets https://api.example.com/users/{id}';
const KEY = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;

const readChat = (visitor: Visitor, id: string) => getJson<ChatAnswer>(visitor, `/api/chats/${id}`);
const patch = (visitor: Visitor, id: string, body: object) =>
  visitor.json('PATCH', `/api/chats/${id}`, body);
const toolsOf = ({ draft }: ChatAnswer) => draft.blueprint.tools.map(({ name }) => name);

async function openPublic(listing?: object) {
  const owner = new Visitor();
  const id = await newChat(owner);
  await say(owner, id, ADD);
  const published = await patch(owner, id, { visibility: 'public', ...(listing && { listing }) });
  if (published.status !== 200) throw new Error(await published.text());
  return { owner, id };
}

test('a public chat stays as it was published, in every way that leads to it, until it is published anew', async () => {
  const { owner, id } = await openPublic();
  const visitor = new Visitor();
  const before = await readChat(visitor, id);
  const report = await visitor.fetch(`/api/drafts/${id}/report`);
  expect(report.status).toBe(200);
  await say(owner, id, 'rename get_user to fetch_person');
  await patch(owner, id, { title: 'Only for me' });

  const after = await readChat(visitor, id);
  expect(after.messages).toEqual(before.messages);
  expect(after.title).toBe(before.title);
  expect(toolsOf(after)).toEqual(['get_user']);
  expect(toolsOf(await readChat(owner, id))).toEqual(['fetch_person']);
  const files = await (await visitor.fetch(`/api/drafts/${id}/files`)).text();
  expect(files).toContain('get_user');
  expect(files).not.toContain('fetch_person');
  const blueprint = await (await visitor.fetch(`/api/drafts/${id}/blueprint`)).text();
  expect(blueprint).not.toContain('fetch_person');
  const shown = await (await visitor.fetch(`/api/drafts/${id}/report`)).text();
  expect(shown).not.toContain('fetch_person');
  const { message } = await sendMcp(`/mcp/d/${id}`, 'tools/list', {});
  expect(JSON.stringify(message)).toContain('get_user');
  expect(JSON.stringify(message)).not.toContain('fetch_person');

  const remixed = await visitor.json('POST', `/api/chats/${id}/fork`, {});
  const { id: copy }: { id: string } = await remixed.json();
  const remix = await readChat(visitor, copy);
  expect(toolsOf(remix)).toEqual(['get_user']);
  expect(remix.messages.map((each) => each.parts)).toEqual(before.messages.map((m) => m.parts));
  await say(visitor, copy, 'rename get_user to mine');
  expect(toolsOf(await readChat(visitor, copy))).toEqual(['mine']);

  const scan = await getJson<ShareScan>(owner, `/api/chats/${id}/share`);
  expect(scan.published).toMatchObject({ isCurrent: false });
  await owner.share({ id }, 'public');
  expect(toolsOf(await readChat(visitor, id))).toEqual(['fetch_person']);
  expect((await getJson<ShareScan>(owner, `/api/chats/${id}/share`)).published).toMatchObject({
    isCurrent: true,
  });
});

test('a secret that is said after publishing is shown to nobody, and cannot be published', async () => {
  const { owner, id } = await openPublic();
  const visitor = new Visitor();
  const { draft } = await readChat(owner, id);
  const title = `Key ${KEY}`;
  await owner.change({ id }, { edits: [{ edit: 'setIdentity', title }] });
  for (const path of [`/api/chats/${id}`, `/api/drafts/${id}`, `/api/drafts/${id}/files`]) {
    expect(await (await visitor.fetch(path)).text()).not.toContain(KEY);
  }
  expect((await patch(owner, id, { visibility: 'public' })).status).toBe(409);
  expect(JSON.stringify(await readChat(visitor, id))).not.toContain(KEY);
  expect(draft.visibility).toBe('public');
});

test('the words of a listing are looked through and cleaned, and are the author’s own choice', async () => {
  const { owner, id } = await openPublic();
  const listingOf = async () => (await getJson<ShareScan>(owner, `/api/chats/${id}/share`)).listing;
  expect(await listingOf()).toMatchObject({ author: null, tags: [] });
  for (const secret of [
    { title: KEY },
    { title: 'A', summary: KEY },
    { title: 'A', author: KEY },
  ]) {
    const refused = await patch(owner, id, { listing: secret });
    expect([secret, refused.status]).toEqual([secret, 409]);
  }
  const listing = {
    title: '  People \u202Edetrever\u202C \n of a  firm ',
    summary: '<img src=x onerror=alert(1)>',
    tags: ['Pay Roll', 'pay-roll', '<b>', '  ', 'C++'],
    author: '\u2066Ada\u2069',
  };
  const changed = await patch(owner, id, { listing });
  expect(changed.status).toBe(200);
  expect(await listingOf()).toEqual({
    title: 'People detrever of a firm',
    summary: '<img src=x onerror=alert(1)>',
    tags: ['pay-roll', 'b', 'c++'],
    author: 'Ada',
  });
  for (const bad of [
    { title: '\u202E' },
    { title: 'x'.repeat(81) },
    { title: 'A', summary: 'x'.repeat(281) },
    { title: 'A', tags: ['a', 'b', 'c', 'd', 'e', 'f'] },
    { title: 'A', author: 'MCP  Builder' },
    { title: 'A', unknown: 1 },
  ]) {
    expect([bad, (await patch(owner, id, { listing: bad })).status]).toEqual([bad, 422]);
  }
  expect((await patch(new Visitor(), id, { listing: { title: 'Mine' } })).status).toBe(404);
  await owner.share({ id }, 'unlisted');
  expect((await patch(owner, id, { listing })).status).toBe(409);
});

test('what is published is not swept away with what its owner has replaced', async () => {
  const { owner, id } = await openPublic();
  await say(owner, id, 'rename get_user to fetch_person');
  const inTwoDays = Date.now() + 2 * 24 * 60 * 60 * 1_000;
  await sweepDrafts(env, inTwoDays);
  const visitor = new Visitor();
  expect(toolsOf(await readChat(visitor, id))).toEqual(['get_user']);
  expect((await visitor.fetch(`/api/drafts/${id}/files.zip`)).status).toBe(200);
  const key = await env.DB.prepare(
    "SELECT name FROM point_blobs WHERE draft = ? AND part = 'conversation'",
  )
    .bind(id)
    .first('name');
  const find = () => env.BLOBS.head(`conversations/${String(key)}.json`);
  expect(await find()).not.toBeNull();
  await owner.share({ id }, 'private');
  await sweepDrafts(env, inTwoDays);
  expect(await find()).toBeNull();
});

test('files that are attached later are not shown with a published chat', async () => {
  const { owner, id } = await openPublic();
  const bytes = new TextEncoder().encode('only for me');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const file = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const path = `/api/chats/${id}/attachments/${file}`;
  const headers = { 'content-type': 'text/plain', 'x-file-name': 'a.txt', 'content-length': '11' };
  expect((await owner.fetch(path, { method: 'PUT', body: bytes, headers })).status).toBe(201);
  const part = {
    type: 'file',
    mediaType: 'text/plain',
    filename: 'a.txt',
    url: `attachment:${file}`,
  };
  await say(owner, id, '', {
    message: { id: 'with-file', role: 'user', parts: [{ type: 'text', text: 'read it' }, part] },
  });
  expect((await owner.fetch(path)).status).toBe(200);
  const visitor = new Visitor();
  expect((await visitor.fetch(path)).status).toBe(404);
  await owner.share({ id }, 'public');
  expect((await visitor.fetch(path)).status).toBe(200);
  await owner.share({ id }, 'private');
  expect((await visitor.fetch(path)).status).toBe(404);
});
