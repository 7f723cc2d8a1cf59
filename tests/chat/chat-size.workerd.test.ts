import { env, runInDurableObject } from 'cloudflare:test';
import type { UIMessage } from 'ai';
import { expect, test } from 'vitest';

import { ChatStore } from '#app/chat/chat-store.server.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';

import { Browser, newUid } from '../setup/browser.workerd.ts';
import { Visitor } from '../setup/drafts.ts';
import { drain, inRoom, openRoom, prepare, question, textOf } from '../setup/open-room.workerd.ts';
import { getJson, message, newChat, say } from './chat-visitor.ts';
import { scriptedModel } from './scripted-model.ts';

const MEBIBYTE = 1_048_576;

interface Chat {
  messages: UIMessage[];
}

interface Problem {
  detail: string;
}

/** Puts messages into a chat, one after the other, as if they had been said. */
function fill(id: string, sizes: number[], end = ''): Promise<void> {
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName(id));
  return runInDurableObject(stub, (_instance, { storage }) => {
    const store = new ChatStore(storage);
    const messages = new MessageStore(storage);
    messages.create();
    for (const [index, size] of sizes.entries()) {
      const state = store.load();
      const said = { id: `filled-${state.messages.length}`, parent: state.leaf, at: index };
      const text = 'x'.repeat(size) + end;
      messages.write({ id: said.id, role: 'user', parts: [{ type: 'text', text }] });
      const node = { ...said, role: 'user' as const };
      store.save({ ...state, messages: [...state.messages, node], leaf: said.id });
    }
  });
}

test('a chat of a guest is full at 4 MB: what would pass that is refused, with what to do, and nothing is written', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, 'hello');
  await fill(id, [2 * MEBIBYTE, MEBIBYTE]);
  const turns = `/api/chats/${id}/turns`;
  const large = message('large', 'y'.repeat(2 * MEBIBYTE));
  const refused = await visitor.json('POST', turns, large);
  expect(refused.status).toBe(413);
  const { detail } = await refused.json<Problem>();
  expect(detail).toContain('only 1 MB of its 4 MB are left');
  expect(detail).toContain('Sign in to raise the limit to 10 MB');
  const { messages } = await getJson<Chat>(visitor, `/api/chats/${id}`);
  expect(messages).toHaveLength(4);
  // What is smaller is still taken; then it is full for every kind of turn, an edit included.
  expect((await say(visitor, id, 'z'.repeat(MEBIBYTE - 20_000))).length).toBeGreaterThan(0);
  await fill(id, [20_000]);
  for (const body of [
    message('small', 'hi'),
    { ...message('edited', 'hi'), parent: null },
    { retry: messages[0]?.id },
  ]) {
    const full = await visitor.json('POST', turns, body);
    expect([body, full.status]).toEqual([body, 413]);
    expect((await full.json<Problem>()).detail).toMatch(/^This chat is full: it holds 4 MB/);
  }
  // An earlier message is a place to go on from.
  const forks = `/api/chats/${id}/fork`;
  const whole = await visitor.json('POST', forks, {});
  expect(whole.status).toBe(413);
  expect((await whole.json<Problem>()).detail).toContain('Fork it at an earlier message');
  const forked = await visitor.json('POST', forks, { message: messages[1]?.id });
  expect(forked.status).toBe(201);
  const copy = await forked.json<{ id: string }>();
  expect((await say(visitor, copy.id, 'hello again')).length).toBeGreaterThan(0);
});

test('a full chat of an account opens, whatever it is written in', async () => {
  const browser = new Browser();
  await browser.signIn({ sub: newUid() });
  const created = await browser.fetch('/api/chats', { method: 'POST' });
  const { id }: { id: string } = await created.json();
  // With one such letter the whole text takes two bytes a character where it is handed on as a text.
  const sizes = [3, 2, 2, 2, 1].map((size) => size * MEBIBYTE);
  await fill(id, sizes, 'ж');
  const opened = await browser.fetch(`/api/chats/${id}`);
  expect(opened.status).toBe(200);
  expect((await opened.json<Chat>()).messages).toHaveLength(5);
  const refused = await browser.fetch(`/api/chats/${id}/turns`, {
    method: 'POST',
    body: JSON.stringify(message('more', 'hi')),
    headers: { 'content-type': 'application/json' },
  });
  expect(refused.status).toBe(413);
  expect((await refused.json<Problem>()).detail).toMatch(/^This chat is full: it holds 10 MB/);
});

test('a text that is too long to hand on is refused as such, whatever letters it has', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const long = message('long', `${'x'.repeat(17 * MEBIBYTE)}ж`);
  const refused = await visitor.json('POST', `/api/chats/${id}/turns`, long);
  expect(refused.status).toBe(413);
  expect((await refused.json<Problem>()).detail).toContain('attach it as a file');
});

test.each([
  ['a text whose address is no base64', 'text/plain', (body: string) => `data:text/plain,${body}ж`],
  [
    'a picture with another letter',
    'image/png',
    (body: string) => `data:image/png;base64,${body}ж`,
  ],
  ['another letter in its type', 'image/png', (body: string) => `data:image/ж;base64,${body}`],
])(
  'a file that would be twice as long when handed on is refused as wrong: %s',
  async (_what, mediaType, toUrl) => {
    const visitor = new Visitor();
    const id = await newChat(visitor);
    const url = toUrl('x'.repeat(17 * MEBIBYTE));
    const parts = [{ type: 'file', mediaType, filename: 'a', url }];
    const body = { message: { id: 'm', role: 'user', parts } };
    const refused = await visitor.json('POST', `/api/chats/${id}/turns`, body);
    expect(refused.status).toBe(422);
  },
  30_000,
);

test('a chat has the size of all its branches, in bytes', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const store = new MessageStore(storage);
    expect(store.bytes()).toBe(0);
    await drain(room.begin(question('q1', 'ü'.repeat(700_000)), prepare([[{ say: 'one' }]]), 1));
    const first = store.bytes();
    const stored = store.readText('q1') ?? '';
    expect(first).toBeGreaterThan(1_400_000);
    expect(store.bytes(['q1'])).toBe(new TextEncoder().encode(stored).byteLength);
    const other = { ...question('q2'), parent: null };
    await drain(room.begin(other, prepare([[{ say: 'two' }]]), 2));
    expect(room.read().messages).toHaveLength(2);
    expect(store.bytes()).toBeGreaterThan(first);
    expect(room.findRefusal(question('q3'), 3, first)).toMatchObject({
      reason: 'tooMuch',
      left: 0,
    });
    expect(room.findRefusal(question('q3'), 3, first * 2)).toBeNull();
  }));

test('a model that never stops to write is ended, and can go on', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const lines = Array.from({ length: 9 }, () => ({ say: 'w'.repeat(MEBIBYTE) }));
    const stream = await drain(room.begin(question('q1'), prepare([lines]), 1));
    expect(stream).toContain('"messageMetadata":{"status":"spent"}');
    const [, answer] = room.read().messages;
    expect(JSON.stringify(answer).length).toBeLessThan(4.1 * MEBIBYTE);
    const said = answer ? textOf(answer).slice(-400) : '';
    expect(said).toContain('The rest of this answer is too large to store');
    expect(said).toContain('Everything done so far is kept');
    expect(said).not.toContain('out of budget');
    expect(new MessageStore(storage).bytes()).toBeLessThan(4.2 * MEBIBYTE);
    await drain(
      room.begin(
        { kind: 'continue', turn: 't2', answer: 'answer to q1' },
        prepare([[{ say: ' end' }]]),
        2,
      ),
    );
    expect(room.read().messages.map(textOf)[1]).toMatch(/ end$/);
  }));

test('a tool gets the whole of a long text, the conversation its beginning', () =>
  inRoom(async (storage) => {
    const room = openRoom(storage);
    const text = 'd'.repeat(5 * MEBIBYTE);
    const model = scriptedModel([[{ call: 'import_document', input: { text } }]]);
    const seen: number[] = [];
    const tools = await prepare([], model)();
    tools.workspace.ports.importInto = (_blueprint, document) => {
      seen.push('text' in document ? document.text.length : 0);
      return Promise.resolve({ ok: false, message: 'This is no document.' });
    };
    await drain(room.begin(question('q1'), () => Promise.resolve(tools), 1));
    expect(seen).toEqual([text.length]);
    const [, answer] = room.read().messages;
    expect(answer?.metadata).toMatchObject({ status: 'done' });
    expect(JSON.stringify(answer).length).toBeLessThan(100_000);
    expect(JSON.stringify(answer)).toContain('more characters');
  }));
