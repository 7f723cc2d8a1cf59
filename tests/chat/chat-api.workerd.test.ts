import { expect, test } from 'vitest';

import { Visitor } from '../setup/drafts.ts';
import { message, newChat, readChunks } from './chat-visitor.ts';

test('a sentence becomes a tool of the draft, streamed, checked and kept', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const text = 'add a tool that gets https://api.example.com/users/{id} and returns name and email';
  const turn = await visitor.json('POST', `/api/chats/${id}/turns`, message('m1', text));
  expect(turn.status).toBe(200);
  expect(turn.headers.get('content-type')).toContain('text/event-stream');
  const chunks = await readChunks(turn);
  expect(chunks).toContainEqual(
    expect.objectContaining({
      type: 'data-draft',
      data: {
        verdict: { kind: 'ready' },
        score: expect.any(Number),
        fails: expect.any(Number),
      },
    }),
  );
  for (const state of ['writing', 'written']) {
    const data = { path: 'src/tools/get-user.ts', state };
    expect(chunks).toContainEqual({ type: 'data-file', data, transient: true });
  }
  expect(chunks).toContainEqual({
    type: 'data-took',
    id: expect.any(String),
    data: { milliseconds: expect.any(Number) },
  });
  const chat = await (await visitor.fetch(`/api/chats/${id}`)).json();
  expect(chat).toMatchObject({
    id,
    isRunning: false,
    messages: [{ id: 'm1' }, { role: 'assistant', metadata: { status: 'done' } }],
    draft: {
      endpoint: `/mcp/d/${id}`,
      blueprint: { tools: [{ name: 'get_user' }] },
      report: { score: expect.any(Number) },
    },
  });
  const idle = await visitor.fetch(`/api/chats/${id}/stream`);
  expect(idle.status).toBe(204);
});

test('a message that is sent twice is answered once', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const first = await visitor.json('POST', `/api/chats/${id}/turns`, message('m1', 'hello'));
  await first.text();
  const second = await visitor.json('POST', `/api/chats/${id}/turns`, message('m1', 'hello'));
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ detail: 'This message has already been sent.' });
});

test.each([{ retry: 'm7' }, { ...message('m1', 'hello'), parent: 'm7' }])(
  'a message that is not there is not told as a chat that is gone: %j',
  async (body) => {
    const visitor = new Visitor();
    const turn = await visitor.json('POST', `/api/chats/${await newChat(visitor)}/turns`, body);
    // What the page takes for a chat that is gone is a 404.
    const problem = { status: 422, detail: 'This chat has no such message.' };
    expect(await turn.json()).toMatchObject(problem);
  },
);

test('nobody else can speak in a chat, stop it or learn that it is there', async () => {
  const id = await newChat(new Visitor());
  const stranger = new Visitor();
  const turn = await stranger.json('POST', `/api/chats/${id}/turns`, message('m1', 'hello'));
  expect(turn.status).toBe(404);
  expect((await stranger.json('POST', `/api/chats/${id}/stop`, {})).status).toBe(404);
});

test.each([
  {},
  { message: null },
  { message: { id: 'm', role: 'assistant', parts: [{ type: 'text', text: 'x' }] } },
  { message: { id: 'm', role: 'user', parts: [] } },
  { message: { id: 'm', role: 'user', parts: [{ type: 'text', text: ' \n\t' }] } },
  { continue: false },
  { message: { id: '../x', role: 'user', parts: [{ type: 'text', text: 'x' }] } },
  { message: { id: 'm', role: 'user', parts: [{ type: 'file', url: 'x' }] } },
])('what is no message is refused with its place: %j', async (body) => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const refused = await visitor.json('POST', `/api/chats/${id}/turns`, body);
  expect(refused.status).toBe(422);
});
