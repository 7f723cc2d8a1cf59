import type { Visitor } from '../setup/drafts.ts';

/** A message as the page sends it. */
export function message(id: string, text: string) {
  return { message: { id, role: 'user', parts: [{ type: 'text', text }] } };
}

/** The chunks of a stream of server-sent events. */
export async function readChunks(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .flatMap((event) => /^data: (\{.*\})$/m.exec(event)?.[1] ?? [])
    .map((line): Record<string, unknown> => JSON.parse(line));
}

/** Makes a chat and gives its id; throws when it was refused. */
export async function newChat(visitor: Visitor): Promise<string> {
  const created = await visitor.json('POST', '/api/chats', {});
  if (created.status !== 201) throw new Error(`${created.status} ${await created.text()}`);
  const { id }: { id: string } = await created.json();
  return id;
}

let messages = 0;

/** Says something in a chat, waits for the answer and gives its chunks. */
export async function say(
  visitor: Visitor,
  id: string,
  text: string,
  more: object = {},
): Promise<Record<string, unknown>[]> {
  messages += 1;
  const body = { ...message(`said-${messages}`, text), ...more };
  const turn = await visitor.json('POST', `/api/chats/${id}/turns`, body);
  if (turn.status !== 200) throw new Error(`${turn.status} ${await turn.text()}`);
  return readChunks(turn);
}

/** Gets JSON; throws when it was refused. */
export async function getJson<Answer>(visitor: Visitor, path: string): Promise<Answer> {
  const answer = await visitor.fetch(path);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}
