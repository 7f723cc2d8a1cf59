import { AbstractChat, DefaultChatTransport, type ChatState } from 'ai';

import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import type { AskedModel } from '#app/builder/connect/use-model-choice.ts';
import { chatPath } from '#app/chat/chat-path.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';

import type { LivePart, StreamEnd, TurnRequest } from './live-chat.ts';

/** How often a growing answer is reported at most: it is drawn each time. */
const REPORT_EVERY_MS = 50;

/** The stream to read: of a turn that begins, or of the one that runs. */
export type AnswerRequest =
  | {
      kind: 'begin';
      body: TurnRequest & AskedModel;
      /** The answer that the turn goes on with; null where it makes a new one. */
      answer: ChatMessage | null;
    }
  | { kind: 'resume' };

/** Takes what a stream brings, in its order. */
export interface AnswerListener {
  /** The server has accepted the message. */
  onAccepted: () => void;
  onPart: (part: LivePart) => void;
  /** The answer, as far as it has come. */
  onMessage: (message: ChatMessage) => void;
}

/**
 * Reads the stream of a turn as the signed-in user, until it ends or `signal` aborts. The AI SDK's
 * chat only adds its chunks to a message here: it lives for one stream, and knows no other message.
 * (Its `readUIMessageStream` would clone the whole answer for each chunk: 5 ms at 170 kB.)
 */
export async function readTurnAnswer(
  id: string,
  request: AnswerRequest,
  listener: AnswerListener,
  { signal, fetch = authorizedFetch }: { signal: AbortSignal; fetch?: typeof authorizedFetch },
): Promise<StreamEnd> {
  const report = createReport(listener.onMessage);
  const answer = request.kind === 'begin' ? request.answer : null;
  let hasOpened = false;
  const reader = new AnswerReader({
    transport: createTransport(id, fetch, listener.onAccepted),
    state: createState(answer ? [copyMessage(answer)] : [], report.add),
    onData: listener.onPart,
    onFinish: () => {
      hasOpened = true;
    },
  });
  signal.addEventListener('abort', () => void reader.stop(), { once: true });
  if (request.kind === 'resume') await reader.resumeStream();
  else await reader.sendMessage(undefined, { body: request.body });
  report.flush();
  if (reader.error) return { kind: 'failed', error: reader.error, hasOpened };
  return { kind: hasOpened ? 'ended' : 'missing' };
}

class AnswerReader extends AbstractChat<ChatMessage> {}

/** Holds the one answer of a stream. */
function createState(
  messages: ChatMessage[],
  onMessage: (message: ChatMessage) => void,
): ChatState<ChatMessage> {
  const state: ChatState<ChatMessage> = {
    status: 'ready',
    error: undefined,
    messages,
    pushMessage: (message) => {
      state.messages = [...state.messages, message];
      onMessage(copyMessage(message));
    },
    popMessage: () => {
      state.messages = state.messages.slice(0, -1);
    },
    replaceMessage: (index, message) => {
      state.messages = state.messages.with(index, message);
      onMessage(copyMessage(message));
    },
    snapshot: (value) => value,
  };
  return state;
}

/** The SDK goes on changing the parts of a message that it has handed out. */
function copyMessage(message: ChatMessage): ChatMessage {
  return { ...message, parts: message.parts.map((part) => ({ ...part })) };
}

/** Reports the first message at once and later ones now and then, the last one among them. */
function createReport(onMessage: (message: ChatMessage) => void) {
  let latest: ChatMessage | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  function flush() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (latest) onMessage(latest);
    latest = null;
  }
  function pause() {
    timer = setTimeout(() => {
      timer = null;
      if (latest) report();
    }, REPORT_EVERY_MS);
  }
  function report() {
    flush();
    pause();
  }
  return {
    add: (message: ChatMessage) => {
      latest = message;
      if (timer === null) report();
    },
    flush,
  };
}

function createTransport(
  id: string,
  fetch: typeof authorizedFetch,
  onAccepted: () => void,
): DefaultChatTransport<ChatMessage> {
  return new DefaultChatTransport<ChatMessage>({
    api: chatPath(id, '/turns'),
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      const response = await fetch(url, { ...init, headers: withAccept(init?.headers) });
      if (response.ok && init?.method === 'POST') onAccepted();
      return response;
    },
    prepareSendMessagesRequest: ({ body = {} }) => ({ body }),
    prepareReconnectToStreamRequest: () => ({ api: chatPath(id, '/stream') }),
  });
}

/** A turn takes as long as it takes: its stream reports its progress. */
function withAccept(given: HeadersInit | undefined): Headers {
  const headers = new Headers(given);
  headers.set('accept', 'text/event-stream');
  return headers;
}
