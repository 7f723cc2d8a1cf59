import { expect, test, vi } from 'vitest';

import type { ChatMessage } from '#app/chat/chat-parts.ts';
import type { LivePart } from '#app/chat/live/live-chat.ts';
import { readTurnAnswer, type AnswerRequest } from '#app/chat/live/read-turn-answer.ts';
import { toTitleChunk } from '#app/chat/title-news.ts';

import { answerOf, question } from './live-cases.ts';

const BEGIN: AnswerRequest = {
  kind: 'begin',
  body: { message: question('q1'), parent: null, model: 'm' },
  answer: null,
};
const START = { type: 'start', messageId: 'a1' };
const say = (...words: string[]) => [
  { type: 'text-start', id: 't' },
  ...words.map((delta) => ({ type: 'text-delta', id: 't', delta })),
  { type: 'text-end', id: 't' },
];

/** Reads what a server answers, and notes everything that the reader reports. */
async function read(answer: () => Response | Promise<Response>, request = BEGIN) {
  const log: string[] = [];
  const messages: ChatMessage[] = [];
  const parts: LivePart[] = [];
  const calls: { url: string; init: RequestInit }[] = [];
  const abort = new AbortController();
  const end = await readTurnAnswer(
    'c1',
    request,
    {
      onAccepted: () => void log.push('accepted'),
      onPart: (part) => void parts.push(part),
      onMessage: (message) => void messages.push(message),
    },
    {
      signal: abort.signal,
      fetch: async (url, init = {}) => {
        calls.push({ url, init });
        return answer();
      },
    },
  );
  return { end, log, messages, parts, calls };
}

/** A stream of events; `error` breaks it off. */
function stream(chunks: readonly object[], error?: Error): Response {
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const event of events) controller.enqueue(new TextEncoder().encode(event));
      // What was sent arrives before the line breaks.
      await new Promise((resolve) => void setTimeout(resolve, 5));
      if (error) controller.error(error);
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

test('a turn is begun with its body, and its stream becomes one message', async () => {
  const chunks = [START, ...say('No', 'ne.'), { type: 'finish' }];
  const { end, log, messages, calls } = await read(() => stream(chunks));
  expect(end).toEqual({ kind: 'ended' });
  expect(log).toEqual(['accepted']);
  expect(messages.at(-1)).toMatchObject({
    id: 'a1',
    role: 'assistant',
    parts: [{ type: 'text', text: 'None.' }],
  });
  expect(calls[0]?.url).toBe('/api/chats/c1/turns');
  const body = { message: question('q1'), parent: null, model: 'm' };
  expect(calls[0]?.init.body).toBe(JSON.stringify(body));
  expect(new Headers(calls[0]?.init.headers).get('accept')).toBe('text/event-stream');
});

test('a long answer is reported now and then, and its end always', async () => {
  const words = Array.from({ length: 500 }, (_, index) => `${index} `);
  const { messages } = await read(() => stream([START, ...say(...words)]));
  expect(messages.length).toBeLessThan(50);
  expect(messages.at(-1)?.parts).toMatchObject([{ text: words.join('') }]);
});

test('data is reported as it comes, also such that is no part of the message', async () => {
  const progress = { type: 'data-progress', data: { step: 'reading' }, transient: true };
  const { parts, messages } = await read(() => stream([START, progress, ...say('None.')]));
  expect(parts).toEqual([progress]);
  expect(messages.at(-1)?.parts).toMatchObject([{ type: 'text' }]);
});

test('a turn that continues an answer adds to it, and leaves what the page shows alone', async () => {
  const answer = answerOf('a1', 'So far.');
  const request: AnswerRequest = { kind: 'begin', body: { continue: 'a1' }, answer };
  const { messages } = await read(() => stream([START, ...say('And on.')]), request);
  expect(messages.at(-1)?.parts).toMatchObject([{ text: 'So far.' }, { text: 'And on.' }]);
  expect(answer).toEqual(answerOf('a1', 'So far.'));
});

test('a refusal hands on what the server says', async () => {
  const problem = { status: 409, detail: 'Busy.' };
  const { end, log } = await read(() => Response.json(problem, { status: 409 }));
  expect(end).toMatchObject({ kind: 'failed', error: { message: JSON.stringify(problem) } });
  expect(log).toEqual([]);
});

test('a line that breaks keeps what has come, and so does a turn that fails', async () => {
  const chunks = [START, ...say('No')];
  const broken = await read(() => stream(chunks, new TypeError('network error')));
  expect(broken.end).toMatchObject({
    kind: 'failed',
    error: { message: 'network error' },
    hasOpened: true,
  });
  expect(broken.messages.at(-1)?.parts).toMatchObject([{ text: 'No' }]);
  const failing = await read(() => stream([...chunks, { type: 'error', errorText: 'It broke.' }]));
  expect(failing.end).toMatchObject({ kind: 'failed', error: { message: 'It broke.' } });
  expect(failing.messages.at(-1)?.parts).toMatchObject([{ text: 'No' }]);
});

test('the stream of a running turn is asked for; none means that nothing runs', async () => {
  const resumed = await read(() => stream([START, ...say('None.')]), { kind: 'resume' });
  expect(resumed.end).toEqual({ kind: 'ended' });
  expect(resumed.calls[0]?.url).toBe('/api/chats/c1/stream');
  expect(resumed.log).toEqual([]);
  const none = await read(() => new Response(null, { status: 204 }), { kind: 'resume' });
  expect(none.end).toEqual({ kind: 'missing' });
  const refused = await read(() => Response.json({}, { status: 500 }), { kind: 'resume' });
  expect(refused.end).toMatchObject({ kind: 'failed', hasOpened: false });
});

test('a reader that is stopped ends, and stops the request', async () => {
  const abort = new AbortController();
  const asked = vi.fn<(signal: AbortSignal | null | undefined) => void>();
  const silent = { onAccepted: () => {}, onPart: () => {}, onMessage: () => {} };
  const reading = readTurnAnswer('c1', BEGIN, silent, {
    signal: abort.signal,
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        asked(init?.signal);
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  abort.abort();
  expect(await reading).toMatchObject({ kind: 'ended' });
  expect(asked.mock.calls[0]?.[0]?.aborted).toBe(true);
});

test('a title that comes before the answer is told, and is no part of it', async () => {
  const title = toTitleChunk('Parcels');
  const { messages, parts, end } = await read(() =>
    stream([title, START, ...say('None.'), { type: 'finish' }]),
  );
  expect(parts).toEqual([
    { type: 'data-title', id: 'title', data: { title: 'Parcels' }, transient: true },
  ]);
  expect(messages.at(-1)?.parts.map(({ type }) => type)).toEqual(['text']);
  expect(end).toEqual({ kind: 'ended' });
});
