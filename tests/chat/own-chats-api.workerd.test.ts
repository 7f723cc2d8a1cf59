import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { ChatStore } from '#app/chat/chat-store.server.ts';
import type { ChatLimits } from '#app/chat/chat-view.ts';
import type { ChatPage } from '#app/chat/list/chat-page.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';
import type { ShareScan } from '#app/chat/share/share-scan.ts';
import { sweepDrafts } from '#app/drafts/sweep-drafts.server.ts';
import type { Verdict } from '#app/platform/verdict.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Browser, newUid } from '../setup/browser.workerd.ts';
import { Visitor } from '../setup/drafts.ts';
import { getJson, newChat, readChunks, say } from './chat-visitor.ts';

const ADD = 'add a tool that gets https://api.example.com/users/{id}';

interface Chat {
  title: string;
  access: string;
  visibility: string;
  messages: { id: string; role: string; metadata: { status?: string } }[];
  current: number;
  draft: { mayEdit: boolean; secrets: object[]; blueprint: { tools: { name: string }[] } };
}

const chat = (visitor: Visitor, id: string) => getJson<Chat>(visitor, `/api/chats/${id}`);
const list = (visitor: Visitor, query = '') => getJson<ChatPage>(visitor, `/api/chats${query}`);

test('own chats are listed, newest first, once something was said or made in them', async () => {
  const visitor = new Visitor();
  expect(await list(visitor)).toEqual({ chats: [], next: null });
  const silent = await newChat(visitor);
  const first = await newChat(visitor);
  await say(visitor, first, ADD);
  const { id: imported } = await visitor.submit(UPSTREAM_DOCUMENT);
  const { chats } = await list(visitor);
  expect(chats.map(({ id }) => id)).toEqual([imported, first]);
  expect(chats.map(({ id }) => id)).not.toContain(silent);
  expect(chats[1]).toMatchObject({ title: ADD, visibility: 'private', tools: 1 });
  expect(await list(new Visitor())).toEqual({ chats: [], next: null });
});

test('a list says what a server is for, which tools it has, and the verdict on it as it is now', async () => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  const [unchecked] = (await list(visitor)).chats;
  expect(unchecked).toMatchObject({ id, verdict: null });
  expect(unchecked?.serverName).toBe(unchecked?.title);
  expect(unchecked?.toolNames).toHaveLength(Math.min(unchecked?.tools ?? 0, 12));
  const report = await getJson<{ verdict: Verdict }>(visitor, `/api/drafts/${id}/report`);
  expect((await list(visitor)).chats[0]?.verdict).toEqual(report.verdict);
  // What was changed since was not checked yet.
  await say(visitor, id, `rename ${unchecked?.toolNames[0]} to first_tool`);
  const [renamed] = (await list(visitor)).chats;
  expect(renamed?.toolNames).toContain('first_tool');
  const again = await getJson<{ verdict: Verdict }>(visitor, `/api/drafts/${id}/report`);
  expect((await list(visitor)).chats[0]?.verdict).toEqual(again.verdict);
});

test('a search may be as long as a title, and finds it whatever its case is', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, ADD);
  const title = 'The parcels of the northern warehouses, from order to delivery, with all returns';
  await visitor.json('PATCH', `/api/chats/${id}`, { title });
  const q = encodeURIComponent(title.toUpperCase());
  expect((await list(visitor, `?q=${q}`)).chats).toMatchObject([{ id, title }]);
  expect((await list(visitor, `?q=${q}x`)).chats).toEqual([]);
});

test('lists are searched by title, to the letter, and come in pages without gaps', async () => {
  const visitor = new Visitor();
  const { id } = await visitor.submit(UPSTREAM_DOCUMENT);
  const owner = await env.DB.prepare('select owner from drafts where id = ?')
    .bind(id)
    .first('owner');
  const row = env.DB.prepare(
    `insert into drafts (id, owner, revision, blueprint, artifact, warnings, created_at, title, updated_at)
     values (?, ?, 1, 'b', 'a', 'w', 0, ?, ?)`,
  );
  // Many of the same moment, so that the id has to decide.
  const rows = Array.from({ length: 65 }, (_, n) =>
    row.bind(`-page_${n}`, owner, `100% of ${n}_`, 1_000 + Math.floor(n / 10)),
  );
  await env.DB.batch(rows);
  const seen: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: ChatPage = await list(visitor, next === '' ? '' : `?cursor=${next}`);
    seen.push(...page.chats.map((each) => each.id));
    ({ next } = page);
  }
  expect(seen).toHaveLength(66);
  expect(new Set(seen).size).toBe(66);
  const found = await list(visitor, `?q=${encodeURIComponent('% of 7_')}`);
  expect(found.chats.map((each) => each.id)).toEqual(['-page_7']);
  expect((await visitor.fetch('/api/chats?cursor=x')).status).toBe(400);
});

test('a chat is renamed, shared and found under its new name', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, ADD);
  const path = `/api/chats/${id}`;
  const changed = await visitor.json('PATCH', path, { title: ' People ', visibility: 'unlisted' });
  expect(await changed.json()).toEqual({ id, title: 'People', visibility: 'unlisted' });
  expect((await list(visitor, '?q=people')).chats).toMatchObject([{ id, visibility: 'unlisted' }]);
  for (const body of [{}, { title: ' ' }, { title: 'x'.repeat(121) }, { visibility: 'all' }]) {
    expect((await visitor.json('PATCH', path, body)).status).toBe(422);
  }
  expect((await new Visitor().json('PATCH', path, { title: 'Mine' })).status).toBe(404);
});

test('who has the link of an unlisted chat reads it, and changes nothing', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, ADD);
  const path = `/api/chats/${id}`;
  const stranger = new Visitor();
  expect((await stranger.fetch(path)).status).toBe(404);
  await visitor.json('PATCH', path, { visibility: 'unlisted' });
  const seen = await chat(stranger, id);
  expect(seen).toMatchObject({ access: 'read', draft: { mayEdit: false }, points: [] });
  expect(seen.messages).toHaveLength(2);
  expect((await stranger.fetch(`${path}/stream`)).status).toBe(204);
  expect((await stranger.fetch(`${path}/limits`)).status).toBe(404);
  const limits = await getJson<ChatLimits>(visitor, `${path}/limits`);
  expect(limits).toEqual({
    last: seen.messages.at(-1)?.id,
    budget: expect.objectContaining({ steps: expect.any(Number) }),
  });
  const body = { message: { id: 'm', role: 'user', parts: [{ type: 'text', text: 'hi' }] } };
  expect((await stranger.json('POST', `${path}/turns`, body)).status).toBe(404);
  for (const what of ['stop', 'show', 'undelete', 'points/1/restore']) {
    const refused = await stranger.json('POST', `${path}/${what}`, { leaf: 'x' });
    expect([what, refused.status]).toEqual([what, 404]);
  }
  expect((await stranger.fetch(`${path}/share`)).status).toBe(404);
  expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(404);
  await visitor.json('PATCH', path, { visibility: 'private' });
  expect((await stranger.fetch(path)).status).toBe(404);
});

test('a deleted chat is nowhere, can be taken back for a day, and is gone after that', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, ADD);
  const path = `/api/chats/${id}`;
  expect((await visitor.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect((await list(visitor)).chats).toEqual([]);
  for (const gone of [path, `/api/drafts/${id}`, `${path}/points`, `/mcp/d/${id}`]) {
    expect([gone, (await visitor.fetch(gone)).status]).toEqual([gone, 404]);
  }
  const turn = { message: { id: 'm', role: 'user', parts: [{ type: 'text', text: 'hi' }] } };
  expect((await visitor.json('POST', `${path}/turns`, turn)).status).toBe(404);
  expect((await new Visitor().json('POST', `${path}/undelete`, {})).status).toBe(404);
  expect((await visitor.json('POST', `${path}/undelete`, {})).status).toBe(204);
  expect((await chat(visitor, id)).messages).toHaveLength(2);
  expect((await list(visitor)).chats).toHaveLength(1);
  await visitor.fetch(path, { method: 'DELETE' });
  const swept = await sweepDrafts(env, Date.now() + 25 * 60 * 60 * 1_000);
  expect(swept.drafts).toBeGreaterThan(0);
  const row = await env.DB.prepare('select id from drafts where id = ?').bind(id).first();
  expect(row).toBeNull();
});

/** Says something as it was stored before credentials were cut out of messages. */
async function sayBefore(visitor: Visitor, id: string, text: string): Promise<void> {
  await say(visitor, id, 'hello');
  await runInDurableObject(env.DRAFTS.get(env.DRAFTS.idFromName(id)), (_, { storage }) => {
    const [first] = new ChatStore(storage).load().messages;
    if (!first) throw new Error('Nothing was said.');
    new MessageStore(storage).write({
      id: first.id,
      role: 'user',
      parts: [{ type: 'text', text }],
    });
  });
}

test('sharing is preceded by a look for what seems to be a secret', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const key = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
  await sayBefore(visitor, id, `hello, my key is ${key}`);
  const title = `Key ${key}`;
  await visitor.change({ id }, { edits: [{ edit: 'setIdentity', title }] });
  const scan = await getJson<ShareScan>(visitor, `/api/chats/${id}/share`);
  expect(scan).toMatchObject({ messages: 2, tools: 0 });
  expect(scan.secrets).toContainEqual({
    where: 'message 1',
    kind: 'a GitHub token',
    masked: 'ghp_aB…',
  });
  expect(scan.secrets).toContainEqual(expect.objectContaining({ where: '$.identity.title' }));
  expect(JSON.stringify(scan)).not.toContain(key);
});

test('what looks like a secret keeps a chat from everybody, not from who has the link', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await sayBefore(visitor, id, `hello, my key is ghp_${'aB3dE5fG7hJ9'.repeat(3)}`);
  const path = `/api/chats/${id}`;
  const stranger = new Visitor();
  const refused = await visitor.json('PATCH', path, { visibility: 'public' });
  expect(refused.status).toBe(409);
  const { detail }: { detail: string } = await refused.json();
  // The title is made without it.
  expect(detail).toMatch(/looks like a secret \(a GitHub token in message 1\)/);
  const kept = await chat(visitor, id);
  expect(kept).toMatchObject({ visibility: 'private' });
  expect((await stranger.fetch(path)).status).toBe(404);
  // All or nothing: what is refused is not renamed either.
  const asked = { title: 'Refused', visibility: 'public' };
  expect((await visitor.json('PATCH', path, asked)).status).toBe(409);
  expect(await chat(visitor, id)).toMatchObject({ title: kept.title, visibility: 'private' });
  expect((await visitor.json('PATCH', path, { visibility: 'unlisted' })).status).toBe(200);
  expect((await stranger.fetch(path)).status).toBe(200);
  // Said otherwise it may: the old branch is not shown.
  await say(visitor, id, 'hello', { parent: null });
  const renamed = { title: 'Keys', visibility: 'public' };
  expect((await visitor.json('PATCH', path, renamed)).status).toBe(200);
  expect(await chat(visitor, id)).toMatchObject({ title: 'Keys', visibility: 'public' });
  expect(await chat(stranger, id)).toMatchObject({ title: 'Keys' });
});

test('a fork has the messages up to one, the server as it was then, and no secrets', async () => {
  const visitor = new Visitor();
  const { id, secrets } = await visitor.submit(UPSTREAM_DOCUMENT);
  const secret = `/api/drafts/${id}/secrets/${secrets[0]?.name}`;
  expect((await visitor.json('PUT', secret, { value: 'very secret' })).status).toBe(200);
  await say(visitor, id, 'rename echo to first_name');
  const [, answer] = (await chat(visitor, id)).messages;
  await say(visitor, id, 'rename first_name to second_name');
  const forked = await visitor.json('POST', `/api/chats/${id}/fork`, { message: answer?.id });
  expect(forked.status).toBe(201);
  const { id: copy }: { id: string } = await forked.json();
  const fork = await chat(visitor, copy);
  expect(fork.messages.map(({ id: each }) => each)).toHaveLength(2);
  expect(fork.draft.blueprint.tools.map(({ name }) => name)).toContain('first_name');
  expect(fork.draft.secrets).toContainEqual(expect.objectContaining({ isSet: false }));
  await say(visitor, copy, 'rename first_name to third_name');
  const original = await chat(visitor, id);
  expect(original.messages).toHaveLength(4);
  expect(original.draft.blueprint.tools.map(({ name }) => name)).toContain('second_name');
  const missing = await visitor.json('POST', `/api/chats/${id}/fork`, { message: 'nope' });
  expect(missing.status).toBe(422);
});

test('anybody remixes a public chat, nobody a private one', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, ADD);
  const stranger = new Visitor();
  const path = `/api/chats/${id}/fork`;
  expect((await stranger.json('POST', path, {})).status).toBe(404);
  await visitor.json('PATCH', `/api/chats/${id}`, { visibility: 'public' });
  const remixed = await stranger.json('POST', path, {});
  expect(remixed.status).toBe(201);
  const { id: copy }: { id: string } = await remixed.json();
  expect(await chat(stranger, copy)).toMatchObject({ access: 'own', visibility: 'private' });
  await say(stranger, copy, 'rename get_user to person');
  expect((await chat(visitor, id)).messages).toHaveLength(2);
});

test('who only reads a chat gets no branch that is not shown, and no earlier state of the server', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, ADD);
  const [hidden] = (await chat(visitor, id)).messages;
  await say(visitor, id, 'rename get_user to person', { parent: null });
  await visitor.json('PATCH', `/api/chats/${id}`, { visibility: 'public' });
  const stranger = new Visitor();
  expect(JSON.stringify(await chat(stranger, id))).not.toContain(hidden?.id);
  const path = `/api/chats/${id}/fork`;
  expect((await stranger.json('POST', path, { message: hidden?.id })).status).toBe(422);
  const [shown] = (await chat(stranger, id)).messages;
  const remixed = await stranger.json('POST', path, { message: shown?.id });
  const { id: copy }: { id: string } = await remixed.json();
  const { draft, messages } = await chat(stranger, copy);
  expect(messages).toHaveLength(1);
  expect(draft.blueprint.tools.map(({ name }) => name)).toEqual(['person']);
});

test('an edited message starts a branch, and either can be shown', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, 'hello');
  const before = (await chat(visitor, id)).messages;
  await say(visitor, id, 'which tools are there?', { parent: null });
  const after = (await chat(visitor, id)).messages;
  expect(after).toHaveLength(2);
  expect(after[0]?.id).not.toBe(before[0]?.id);
  const show = (leaf: string) => visitor.json('POST', `/api/chats/${id}/show`, { leaf });
  expect((await show(before[0]?.id ?? '')).status).toBe(204);
  expect((await chat(visitor, id)).messages.map((each) => each.id)).toEqual(
    before.map((each) => each.id),
  );
  expect((await show('nope')).status).toBe(422);
});

test('a whole answer is not gone on with', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, 'hello');
  const answer = (await chat(visitor, id)).messages.at(-1)?.id;
  const refused = await visitor.json('POST', `/api/chats/${id}/turns`, { continue: answer });
  expect(refused.status).toBe(409);
});

test('an attached document is imported, and pictures only go to models that see', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const file = (mediaType: string, url: string) => ({
    message: {
      id: crypto.randomUUID(),
      role: 'user',
      parts: [
        { type: 'text', text: '' },
        { type: 'file', mediaType, filename: 'api.json', url },
      ],
    },
  });
  const turn = (body: object) => visitor.json('POST', `/api/chats/${id}/turns`, body);
  const text = btoa(JSON.stringify(UPSTREAM_DOCUMENT));
  const taken = await turn(file('application/json', `data:application/json;base64,${text}`));
  expect(taken.status).toBe(200);
  await readChunks(taken);
  const { draft } = await chat(visitor, id);
  expect(draft.blueprint.tools.map(({ name }) => name)).toContain('echo');
  const picture = await turn(file('image/png', 'data:image/png;base64,iVBORw0KGgo='));
  expect(picture.status).toBe(422);
  const binary = await turn(file('application/zip', 'data:application/zip;base64,UEsDBP//gA=='));
  expect(binary.status).toBe(422);
  const far = await turn(file('text/plain', 'https://example.com/a.txt'));
  expect(far.status).toBe(422);
});

test('who signs in takes their chats along; the guest they were opens them no more', async () => {
  const browser = new Browser();
  const created = await browser.fetch('/api/chats', { method: 'POST' });
  const { id }: { id: string } = await created.json();
  const body = { message: { id: 'm', role: 'user', parts: [{ type: 'text', text: ADD }] } };
  const headers = { 'content-type': 'application/json' };
  const turn = await browser.fetch(`/api/chats/${id}/turns`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  });
  await turn.text();
  await browser.signIn({ sub: newUid() });
  const listed: ChatPage = await (await browser.fetch('/api/chats')).json();
  expect(listed.chats.map((each) => each.id)).toEqual([id]);
  const own: Chat = await (await browser.fetch(`/api/chats/${id}`)).json();
  expect(own).toMatchObject({ access: 'own', draft: { mayEdit: true } });
  expect(own.messages).toHaveLength(2);
  await browser.fetch('/api/session', { method: 'DELETE' });
  expect((await browser.fetch(`/api/chats/${id}`)).status).toBe(404);
});
