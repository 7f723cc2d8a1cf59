import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { expect, test } from 'vitest';

import { playScript } from '#app/lab/mock-chat/play-script.ts';
import { lastWords, readServer } from '#app/lab/mock-chat/read-conversation.ts';
import { pickScript } from '#app/lab/mock-chat/scripts.ts';

interface Played {
  chunks: UIMessageChunk[];
  answer: UIMessage;
  /** Milliseconds that the script would have taken. */
  waited: number;
}

async function play(messages: UIMessage[]): Promise<Played> {
  let waited = 0;
  const chunks: UIMessageChunk[] = [];
  const beats = pickScript(lastWords(messages), readServer(messages));
  const sleep = async (ms: number) => {
    waited += ms;
  };
  for await (const chunk of playScript(beats, `answer-${messages.length}`, sleep)) {
    chunks.push(chunk);
  }
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  let answer: UIMessage = { id: '', role: 'assistant', parts: [] };
  for await (const message of readUIMessageStream({ stream, onError: () => {} })) answer = message;
  return { chunks, answer, waited };
}

/** Says one thing after the other; each request carries all that was said. */
async function converse(...words: string[]): Promise<{ messages: UIMessage[]; last: Played }> {
  const messages: UIMessage[] = [];
  let last: Played | null = null;
  for (const text of words) {
    messages.push({ id: `q${messages.length}`, role: 'user', parts: [{ type: 'text', text }] });
    last = await play(messages);
    messages.push(last.answer);
  }
  if (last === null) throw new Error('Nothing was said.');
  return { messages, last };
}

const names = (messages: UIMessage[]) => readServer(messages).tools.map(({ name }) => name);

test('a request for a server is planned, built tool by tool, checked and summed up', async () => {
  const { messages, last } = await converse('Build a server for invoices');
  const calls = last.chunks.flatMap((chunk) =>
    chunk.type === 'tool-input-available' ? [chunk.toolName] : [],
  );
  expect(calls).toEqual([
    'propose_plan',
    'set_identity',
    'set_upstream',
    'upsert_tool',
    'upsert_tool',
    'run_checks',
    'propose_plan',
  ]);
  expect(names(messages)).toEqual(['list_invoices', 'get_invoice']);
  expect(last.waited).toBeGreaterThan(2_000);
  expect(last.chunks.at(-1)).toEqual({ type: 'finish' });
});

test('what follows stands on the conversation alone', async () => {
  const { messages } = await converse(
    'Build a server for orders',
    'Add a tool that lists refunds',
    'Rename list_refunds to find_refunds',
    'Remove get_order',
  );
  expect(names(messages)).toEqual(['list_orders', 'find_refunds']);
  expect(names(messages.slice(0, 4))).toEqual(['list_orders', 'get_order', 'list_refunds']);
});

test('an answer that is to break off does, after what it said', async () => {
  const { last } = await converse('Please break off');
  expect(last.chunks.at(-1)).toEqual({ type: 'error', errorText: expect.any(String) });
  expect(last.answer.parts.some((part) => part.type === 'text' && part.text !== '')).toBe(true);
});

test('a question comes with choices that the script understands', async () => {
  const { last, messages } = await converse('Ask me something');
  const asked = last.answer.parts.find((part) => part.type === 'tool-ask_user');
  const { choices } = (asked as { input: { choices: string[] } }).input;
  for (const choice of choices) {
    const question: UIMessage = {
      id: 'choice',
      role: 'user',
      parts: [{ type: 'text', text: choice }],
    };
    const { answer } = await play([...messages, question]);
    expect(names([...messages, answer])).not.toEqual([]);
  }
});

test('what the script does not know it says, with what it knows', async () => {
  const { last } = await converse('Build a server for orders', 'Paint the moon');
  expect(JSON.stringify(last.answer.parts)).toContain('This chat follows a script');
});

test('input comes in pieces that add up to it', async () => {
  const { last } = await converse('Build a server for orders');
  const inputs = new Map<string, string>();
  for (const chunk of last.chunks) {
    if (chunk.type === 'tool-input-delta') {
      const before = inputs.get(chunk.toolCallId) ?? '';
      inputs.set(chunk.toolCallId, before + chunk.inputTextDelta);
    }
    if (chunk.type === 'tool-input-available') {
      expect(JSON.parse(inputs.get(chunk.toolCallId) ?? '')).toEqual(chunk.input);
    }
  }
  expect(inputs.size).toBe(7);
});
