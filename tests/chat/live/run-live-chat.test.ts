import { expect, test, vi } from 'vitest';

import type { LoadedChat } from '#app/chat/chat-view.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import type { StreamEnd } from '#app/chat/live/live-chat.ts';
import type { AnswerListener, AnswerRequest } from '#app/chat/live/read-turn-answer.ts';
import { newMessage, runLiveChat, type LivePorts } from '#app/chat/live/run-live-chat.ts';
import { succeed } from '#app/platform/result.ts';

import { answerOf, BUDGET, question, TALK, toChat } from './live-cases.ts';

/** A page and a server in memory; streams end when they are told to. */
function openPage(initial: LoadedChat, first: string | null = null) {
  const streams: {
    request: AnswerRequest;
    listener: AnswerListener;
    signal: AbortSignal;
    end: (end: StreamEnd) => void;
  }[] = [];
  const server = { chat: initial, loads: 0, looks: 0 };
  const told: string[] = [];
  const returned: ChatMessage[] = [];
  let kept = first;
  const ports: LivePorts = {
    readTurnAnswer: (request, listener, signal) =>
      new Promise((end) => void streams.push({ request, listener, signal, end })),
    load: async () => {
      server.loads += 1;
      return succeed(server.chat);
    },
    loadLimits: async () => {
      server.looks += 1;
      return succeed({ last: server.chat.messages.at(-1)?.id ?? null, budget: BUDGET });
    },
    stopTurn: async () => succeed(null),
    showBranch: async (leaf) => {
      told.push(`show ${leaf}`);
      return succeed(null);
    },
    tellTabs: () => void told.push('tabs'),
    readFirst: () => (kept === null ? null : { text: kept, files: [] }),
    forgetFirst: () => {
      kept = null;
    },
    askModel: () => ({ model: 'own:anthropic' }),
    reloadDraft: () => void told.push('draft'),
    showTitle: (title) => void told.push(`title ${title}`),
    giveBack: (messages) => void returned.push(...messages),
    offerCut: (sent, kept) => void told.push(`cut ${sent.join()} to ${kept.join()}`),
  };
  const chat = runLiveChat(initial, true, ports);
  return { chat, streams, server, told, returned, readKept: () => kept };
}

test('what was written on the start screen is sent once, with the model, although strict mode enters twice', async () => {
  const { chat, streams, readKept } = openPage(toChat([]), 'Add a tool');
  chat.dispatch({ kind: 'entered' });
  chat.dispatch({ kind: 'left' });
  chat.dispatch({ kind: 'entered' });
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  expect(streams[0]?.request).toMatchObject({
    kind: 'begin',
    body: {
      model: 'own:anthropic',
      message: { role: 'user', parts: [{ type: 'text', text: 'Add a tool' }] },
      parent: null,
    },
  });
  expect(readKept()).toBe('Add a tool');
  streams[0]?.listener.onAccepted();
  expect(readKept()).toBeNull();
});

test('an answer is shown as it grows, and the server has the last word', async () => {
  const { chat, streams, server, told } = openPage(toChat(TALK));
  const seen: number[] = [];
  chat.subscribe(() => void seen.push(chat.getState().messages.length));
  chat.dispatch({ kind: 'entered' });
  await vi.waitFor(() => expect(server.looks).toBe(1));
  expect(chat.dispatch({ kind: 'send', message: question('q2') })).toBe(true);
  expect(chat.dispatch({ kind: 'send', message: question('q3') })).toBe(false);
  streams[0]?.listener.onMessage(answerOf('a2', 'N'));
  expect(chat.getState().messages.at(-1)).toEqual(answerOf('a2', 'N'));
  server.chat = toChat([...TALK, question('q2'), answerOf('a2')]);
  streams[0]?.end({ kind: 'ended' });
  await vi.waitFor(() => expect(chat.getState().messages).toEqual(server.chat.messages));
  expect(told).toEqual(['tabs', 'draft']);
  expect(seen.at(-1)).toBe(4);
});

test('a page that is left reads no stream any longer, and hears no answer', async () => {
  const { chat, streams } = openPage(toChat([question('q1')], { isRunning: true }));
  chat.dispatch({ kind: 'entered' });
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  expect(streams[0]?.request).toEqual({ kind: 'resume' });
  chat.dispatch({ kind: 'left' });
  expect(streams[0]?.signal.aborted).toBe(true);
  const before = chat.getState();
  streams[0]?.listener.onMessage(answerOf('a1'));
  streams[0]?.end({ kind: 'ended' });
  await Promise.resolve();
  expect(chat.getState()).toBe(before);
});

test('a message that the server does not have comes back', async () => {
  const { chat, streams, server, returned } = openPage(toChat(TALK));
  chat.dispatch({ kind: 'entered' });
  await vi.waitFor(() => expect(server.looks).toBe(1));
  chat.dispatch({ kind: 'send', message: question('q2') });
  const error = new TypeError('Failed to fetch');
  streams[0]?.end({ kind: 'failed', error, hasOpened: true });
  await vi.waitFor(() => expect(returned).toEqual([question('q2')]));
});

test('a message has its text and its files; blank text is none', () => {
  const file = { type: 'file' as const, mediaType: 'text/plain', url: 'data:,x' };
  expect(newMessage(' ', [file]).parts).toEqual([file]);
  expect(newMessage('Hi', [file]).parts).toEqual([{ type: 'text', text: 'Hi' }, file]);
  expect(newMessage(' ').parts).toEqual([]);
});

test('a message shows what the server has left of it, and what it cut out is offered', async () => {
  const { chat, streams, told } = openPage(toChat([]), null);
  chat.dispatch({ kind: 'entered' });
  chat.dispatch({ kind: 'send', message: { ...newMessage('Use abc-123.'), id: 'm1' } });
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const data = { message: 'm1', texts: ['Use {secret:API_KEY}.'] };
  streams[0]?.listener.onPart({ type: 'data-cut', data });
  // Told a second time, as after a lost connection, there is nothing left to offer.
  streams[0]?.listener.onPart({ type: 'data-cut', data });
  const [message] = chat.getState().messages;
  expect(message?.parts).toEqual([{ type: 'text', text: 'Use {secret:API_KEY}.' }]);
  expect(told.filter((line) => line.startsWith('cut'))).toEqual([
    'cut Use abc-123. to Use {secret:API_KEY}.',
  ]);
});
