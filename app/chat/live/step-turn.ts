import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { CutNews } from '#app/chat/secrets/cut-news.ts';
import { addLivePart, NOTHING_LIVE } from '#app/chat/messages/live-parts.ts';
import { TitleNews } from '#app/chat/title-news.ts';

import { toTrouble, type ChatTrouble } from './chat-trouble.ts';
import {
  andThen,
  isBusy,
  lastAnswer,
  stepTo,
  type LiveChat,
  type LiveEvent,
  type LivePart,
  type Step,
  type TurnRequest,
} from './live-chat.ts';
import { load, loadAnew, markStale, settleUnsent } from './step-loading.ts';

/** Other tabs look when the server has the message. */
const TELL_AFTER_MS = 300;

type Asking = Extract<LiveEvent, { kind: 'send' | 'edit' | 'retry' | 'continue' }>;

/** Begins a turn; nothing happens while one runs, or where there is nothing to say or to ask. */
export function beginTurn(state: LiveChat, event: Asking): Step {
  if (state.visit === null || isBusy(state)) return stepTo(state);
  switch (event.kind) {
    case 'send':
      return event.message.parts.length === 0
        ? stepTo(state)
        : sendAfter(state, state.messages, event);
    case 'edit': {
      const at = state.messages.findIndex(({ id }) => id === event.id);
      return at < 0 ? stepTo(state) : sendAfter(state, state.messages.slice(0, at), event);
    }
    case 'retry':
      return askAgain(state, event.id);
    case 'continue': {
      const answer = lastAnswer(state);
      return answer ? begin(state, { continue: answer.id }, answer) : stepTo(state);
    }
  }
}

/** Takes what a stream brings, unless another one is read by now. */
export function hearStream(
  state: LiveChat,
  event: Extract<
    LiveEvent,
    { kind: 'accepted' | 'part' | 'message' | 'ended' | 'missing' | 'failed' }
  >,
): Step {
  if (state.stream?.number !== event.number) return stepTo(state);
  switch (event.kind) {
    case 'accepted':
      return settleUnsent(state);
    case 'part':
      return hearPart(state, event.part);
    case 'message': {
      const message = state.stream.isOwn
        ? event.message
        : addToStored(state.stream.stored, event.message);
      return stepTo({ ...state, messages: putMessage(state.messages, message) });
    }
    case 'ended':
      return andThen(state.stream.isOwn ? settleUnsent(state) : stepTo(state), endTurn);
    case 'missing':
      return missStream(state);
    case 'failed': {
      const { stream } = state;
      const trouble = toTrouble(event.error, stream.isOwn ? stream.request : 'conversation');
      return stream.isOwn || event.hasOpened
        ? failTurn(state, trouble)
        : failResume(state, trouble);
    }
  }
}

/** The message is shown at once; it comes back where the server does not take it. */
function sendAfter(
  state: LiveChat,
  messages: ChatMessage[],
  { message, isFirst = false }: { message: ChatMessage; isFirst?: boolean },
): Step {
  const sent: LiveChat = {
    ...state,
    messages: [...messages, message],
    unsent: [...state.unsent, { message, before: state.messages, isFirst }],
  };
  return begin(sent, { message, parent: messages.at(-1)?.id ?? null });
}

/** Takes an answer off, and asks the question before it; a question without one is asked as it is. */
function askAgain(state: LiveChat, id: string | undefined): Step {
  const { messages } = state;
  const at = id === undefined ? messages.length - 1 : messages.findIndex((each) => each.id === id);
  const kept = messages.slice(0, messages[at]?.role === 'assistant' ? at : at + 1);
  const question = kept.at(-1);
  return question ? begin({ ...state, messages: kept }, { retry: question.id }) : stepTo(state);
}

function begin(state: LiveChat, request: TurnRequest, answer: ChatMessage | null = null): Step {
  const number = state.asked + 1;
  return stepTo(
    {
      ...state,
      asked: number,
      // Asked before the turn, its answer would take the turn's message away.
      loading: markStale(state.loading),
      stream: { number, isOwn: true, request: 'message' in request ? 'message' : 'turn' },
      trouble: null,
      live: NOTHING_LIVE,
    },
    { kind: 'tellTabs', afterMs: TELL_AFTER_MS },
    { kind: 'begin', number, request, answer },
  );
}

function hearPart(state: LiveChat, part: LivePart): Step {
  const heard = { ...state, live: addLivePart(state.live, part) };
  if (part.type === 'data-cut') return takeCut(heard, part.data);
  if (part.type === 'data-draft') return stepTo(heard, { kind: 'reloadDraft' });
  const news = part.type === 'data-title' ? TitleNews.safeParse(part.data) : null;
  return news?.success
    ? stepTo(heard, { kind: 'showTitle', title: news.data.title })
    : stepTo(heard);
}

/** Shows a message as the server has stored it, and offers the values that it has cut out. */
function takeCut(state: LiveChat, data: unknown): Step {
  const news = CutNews.safeParse(data);
  const message = news.success && state.messages.find(({ id }) => id === news.data.message);
  if (!news.success || !message) return stepTo(state);
  const kept = [...news.data.texts];
  const sent = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (kept.length !== sent.length || kept.every((text, at) => text === sent[at]))
    return stepTo(state);
  const rest = [...kept];
  const parts = message.parts.map((part) =>
    part.type === 'text' ? { ...part, text: rest.shift() ?? '' } : part,
  );
  const messages = putMessage(state.messages, { ...message, parts });
  return stepTo({ ...state, messages }, { kind: 'offerCut', sent, kept });
}

/** The turn is over, or goes on without us: the server knows, and other tabs ask it as well. */
function endTurn(state: LiveChat): Step {
  const over: LiveChat = {
    ...state,
    stream: null,
    hasLooked: false,
    live: NOTHING_LIVE,
  };
  return andThen(stepTo(over, { kind: 'tellTabs', afterMs: 0 }), loadAnew);
}

function failTurn(state: LiveChat, trouble: ChatTrouble): Step {
  // Somebody answers, so the server has the message.
  const settled = lastAnswer(state) ? settleUnsent(state) : stepTo(state);
  return andThen(settled, (next) => endTurn({ ...next, trouble }));
}

/** The turn ended before its stream was asked for: the server is asked once for the outcome. */
function missStream(state: LiveChat): Step {
  const { hasLooked } = state;
  const missed: LiveChat = {
    ...state,
    stream: null,
    awaited: hasLooked ? null : 'outcome',
    hasLooked: !hasLooked,
  };
  return hasLooked ? stepTo(missed) : load(missed);
}

/** The stream of a running turn could not be had; a server that keeps refusing it is not asked without end. */
function failResume(state: LiveChat, trouble: ChatTrouble): Step {
  const isLookNeeded = trouble.kind !== 'failed' && !state.hasLooked;
  const failed: LiveChat = {
    ...state,
    stream: null,
    trouble,
    hasLooked: isLookNeeded,
  };
  return isLookNeeded ? load(failed) : stepTo(failed);
}

/** The stream of a turn that continues an answer has its new parts only; data replaces its older state. */
function addToStored(stored: ChatMessage | null, message: ChatMessage): ChatMessage {
  if (stored?.id !== message.id) return message;
  const isReplaced = (old: ChatMessage['parts'][number]) =>
    'id' in old &&
    message.parts.some((part) => 'id' in part && part.type === old.type && part.id === old.id);
  return {
    ...message,
    parts: [...stored.parts.filter((old) => !isReplaced(old)), ...message.parts],
  };
}

function putMessage(messages: ChatMessage[], message: ChatMessage): ChatMessage[] {
  const at = messages.findLastIndex(({ id }) => id === message.id);
  return at < 0 ? [...messages, message] : messages.with(at, message);
}
