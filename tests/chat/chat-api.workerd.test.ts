import { expect, test } from 'vitest';

import { Visitor } from '../setup/drafts.ts';

/** A message as the page sends it. */
function message(id: string, text: string) {
  return { message: { id, role: 'user', parts: [{ type: 'text', text }] } };
}

/** The chunks of a stream of server-sent events. */
async function readChunks(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .flatMap((event) => /^data: (\{.*\})$/m.exec(event)?.[1] ?? [])
    .map((line): Record<string, unknown> => JSON.parse(line));
}

async function newChat(visitor: Visitor): Promise<string> {
  const created = await visitor.json('POST', '/api/chats', {});
  expect(created.status).toBe(201);
  const { id }: { id: string } = await created.json();
  return id;
}

test('a sentence becomes a tool of the draft, streamed and kept', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  const text = 'add a tool that gets https://api.example.com/users/{id} and returns name and email';
  const turn = await visitor.json('POST', `/api/chats/${id}/turns`, message('m1', text));
  expect(turn.status).toBe(200);
  const chunks = await readChunks(turn);
  console.log(chunks.map((c) => JSON.stringify(c).slice(0, 300)).join('\n'));
  const chat = await (await visitor.fetch(`/api/chats/${id}`)).json();
  console.log(JSON.stringify(chat).slice(0, 3000));
  expect(chat).toMatchObject({ draft: { blueprint: { tools: [{ name: 'get_user' }] } } });
});
