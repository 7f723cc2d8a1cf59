import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { CreatedKey } from '#app/api-keys/api-key.ts';
import { toChatStub } from '#app/chat/chat-stub.server.ts';
import { ATTACHMENT_PREFIX } from '#app/drafts/documents/attachment-blobs.server.ts';
import { toContent } from '#app/drafts/restore-points.ts';
import { applyToDraft, readDraft } from '#app/drafts/store.server.ts';
import { randomId } from '#app/platform/ids.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { fromBase64, toUtf8 } from '#app/platform/text/encoding.ts';

import { problemOf, ProjectOwner } from '../projects/project-owner.workerd.ts';
import { attach } from '../setup/attach.ts';
import { Browser } from '../setup/browser.workerd.ts';

interface ExportedLine {
  kind: string;
  [member: string]: unknown;
}

async function download(owner: ProjectOwner): Promise<{ text: string; lines: ExportedLine[] }> {
  const answer = await owner.browser.fetch('/api/account/export');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
  ]);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="mcp-builder-/);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const text = await answer.text();
  const lines = text.trimEnd().split('\n');
  return { text, lines: lines.map((line): ExportedLine => JSON.parse(line)) };
}

const kinds = (lines: ExportedLine[]) => lines.map(({ kind }) => kind);

test('has everything of the user, nothing secret, and nothing of anybody else', async () => {
  const [owner, other] = [await ProjectOwner.signIn({ name: 'Ann' }), await ProjectOwner.signIn()];
  const draft = await owner.draft();
  const project = await owner.saveProject(draft);
  const secret = draft.secrets[0]?.name ?? '';
  const value = 'value-of-a-secret-42';
  await owner.send('PUT', `/api/projects/${project.id}/secrets/live/${secret}`, { value });
  const key = await owner.ask<CreatedKey>(
    'POST',
    '/api/keys',
    { name: 'CI', projects: 'all' },
    201,
  );
  const chat = await owner.ask<{ id: string }>('POST', '/api/chats', {}, 201);
  const words = 'GET https://api.example.com/users/{id}';
  const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: words }] };
  await (await owner.send('POST', `/api/chats/${chat.id}/turns`, { message })).text();
  const others = await other.saveProject(await other.draft(), { title: 'Of somebody else' });

  const { text, lines } = await download(owner);
  expect(lines[0]).toMatchObject({ kind: 'export', format: 1 });
  expect(lines.at(-1)).toEqual({ kind: 'end', records: lines.length - 1 });
  expect(kinds(lines)).not.toContain('unreadable');
  const find = (kind: string) => lines.filter((line) => line.kind === kind);
  expect(find('account')).toMatchObject([{ uid: owner.uid, displayName: 'Ann' }]);
  expect(find('project')).toMatchObject([{ id: project.id, slug: project.slug }]);
  expect(find('version')).toMatchObject([{ project: project.id, number: 1 }]);
  expect(find('version')[0]?.['blueprint']).toMatchObject({ tools: expect.any(Array) });
  expect(find('secretName')).toMatchObject([{ name: secret, environment: 'live' }]);
  expect(find('apiKey')).toMatchObject([{ name: 'CI' }]);
  expect(find('chat').map(({ id }) => id)).toEqual([draft.id, chat.id].toSorted());
  const spoken = find('chat').find(({ id }) => id === chat.id);
  expect(JSON.stringify(spoken?.['conversation'])).toContain(words);

  expect(text).not.toContain(value);
  expect(text).not.toContain(key.token);
  expect(text).not.toContain(owner.token);
  expect(text).not.toContain(draft.token);
  expect(text).not.toContain(others.id);
  expect(text).not.toContain('Of somebody else');
});

/** The contents of the lines of a file, one behind the other. */
function contentOf(lines: ExportedLine[]): Uint8Array {
  return new Uint8Array(lines.flatMap(({ content }) => [...(fromBase64(String(content)) ?? [])]));
}

test('has the files of a chat behind it, large ones in parts and shared ones once', async () => {
  const owner = await ProjectOwner.signIn();
  const chats = [await owner.draft(), await owner.draft()].map(({ id }) => id).toSorted();
  const [first = '', second = ''] = chats;
  const [notes, long] = [toUtf8('Nur für mich: 1 €'), toUtf8('0123456789 '.repeat(80_000))];
  await attach(owner.browser, first, notes, { name: 'Notes.txt', type: 'text/plain' });
  await attach(owner.browser, first, long, { name: 'long.txt', type: 'text/plain' });
  await attach(owner.browser, second, notes, { name: 'Same.txt', type: 'text/plain' });

  const { lines } = await download(owner);
  const order = lines.filter(({ kind }) => kind === 'chat' || kind === 'attachedFile');
  expect(order.map(({ kind, id, chat }) => (kind === 'chat' ? id : chat))).toEqual([
    ...Array<string>(5).fill(first),
    ...Array<string>(2).fill(second),
  ]);
  const find = (name: string) => lines.filter((line) => line['name'] === name);
  const [kept, ...more] = find('Notes.txt');
  expect(kept).toMatchObject({
    id: await sha256(notes),
    mediaType: 'text/plain',
    part: 1,
    parts: 1,
  });
  expect([kept?.['size'], more]).toEqual([notes.length, []]);
  expect(contentOf(find('Notes.txt'))).toEqual(notes);
  expect(find('long.txt')).toMatchObject([1, 2, 3].map((part) => ({ part, parts: 3 })));
  expect(await sha256(new Uint8Array(contentOf(find('long.txt'))))).toBe(await sha256(long));
  expect(find('Same.txt')).toMatchObject([{ id: await sha256(notes), content: null }]);
});

test('names an attached file that is not stored, and has those beside it', async () => {
  const owner = await ProjectOwner.signIn();
  const { id: chat } = await owner.draft();
  const [lost, kept] = ['lost', 'kept'];
  await attach(owner.browser, chat, lost, { name: 'lost.txt', type: 'text/plain' });
  await attach(owner.browser, chat, kept, { name: 'kept.txt', type: 'text/plain' });
  const id = await sha256(lost);
  await env.BLOBS.delete(ATTACHMENT_PREFIX + id);
  const { lines } = await download(owner);
  expect(lines.filter(({ kind }) => kind === 'unreadable')).toEqual([
    { kind: 'unreadable', what: 'attachedFile', chat, id },
  ]);
  expect(lines.filter(({ kind }) => kind === 'attachedFile')).toMatchObject([{ name: 'kept.txt' }]);
  expect(lines.at(-1)?.kind).toBe('end');
});

test('goes on where something cannot be read, and says what that is', async () => {
  const owner = await ProjectOwner.signIn();
  const [lost, whole] = [await owner.draft(), await owner.draft()];
  const unread = env.DB.prepare('update drafts set blueprint = ? where id = ?');
  await unread.bind('0'.repeat(64), lost.id).run();
  const { lines } = await download(owner);
  expect(lines.find(({ kind }) => kind === 'unreadable')).toMatchObject({
    what: 'chat',
    id: lost.id,
  });
  expect(lines.filter(({ kind }) => kind === 'chat').map(({ id }) => id)).toEqual([whole.id]);
  expect(lines.at(-1)?.kind).toBe('end');
});

test('has each of many chats once, page by page, in the order of their ids', async () => {
  const owner = await ProjectOwner.signIn();
  const first = await owner.draft();
  const read = await readDraft(env, first.id);
  if (!read.ok) throw new Error(read.reason);
  const content = toContent(read.value);
  const titles = new Map([[first.id, '']]);
  for (let made = 1; made < 120; made += 1) {
    const id = randomId();
    await applyToDraft(env, id, {
      kind: 'create',
      id,
      owner: owner.account,
      isKept: true,
      content,
    });
    await toChatStub(env, id).rename(`Chat ${made}`);
    titles.set(id, `Chat ${made}`);
  }
  const { lines } = await download(owner);
  const chats = lines.filter(({ kind }) => kind === 'chat');
  expect(chats.map(({ id }) => id)).toEqual([...titles.keys()].toSorted());
  const named = chats.filter(({ id }) => id !== first.id);
  expect(named.map(({ title }) => title)).toEqual(named.map(({ id }) => titles.get(String(id))));
  expect(kinds(lines)).not.toContain('unreadable');
  expect(lines.at(-1)).toEqual({ kind: 'end', records: lines.length - 1 });
});

test('is for the user alone, and not for every minute', async () => {
  expect((await new Browser().fetch('/api/account/export')).status).toBe(401);
  const owner = await ProjectOwner.signIn();
  const key = `export:${owner.account}`;
  let taken = 0;
  while ((await env.LIMIT_UPLOADS.limit({ key })).success && taken < 100) taken += 1;
  const refused = await owner.browser.fetch('/api/account/export');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
});

test('is asked about beforehand, for words about what a browser would only fail to save', async () => {
  const ask = (browser: Browser) => browser.fetch('/api/account/export', { method: 'POST' });
  expect((await ask(new Browser())).status).toBe(401);
  const owner = await ProjectOwner.signIn();
  expect((await ask(owner.browser)).status).toBe(204);
  const key = `export-question:${owner.account}`;
  let asked = 0;
  while ((await env.LIMIT_UPLOADS.limit({ key })).success && asked < 100) asked += 1;
  const refused = await ask(owner.browser);
  expect([refused.status, await problemOf(refused)]).toEqual([
    429,
    '429 You have just downloaded your data. Wait a minute, then try again.',
  ]);
  await download(owner);
});
