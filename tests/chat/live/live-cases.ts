import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ChatLimits, LoadedChat, TurnAllowance } from '#app/chat/chat-view.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import {
  beginLiveChat,
  type LiveChat,
  type LiveCommand,
  type LiveEvent,
  type LivePart,
} from '#app/chat/live/live-chat.ts';
import { stepLiveChat } from '#app/chat/live/step-live-chat.ts';
import { fail, succeed } from '#app/platform/result.ts';

/** An event, or one that answers what the chat has asked. */
export type Told = LiveEvent | ((state: LiveChat) => LiveEvent);

export const question = (id: string, text = 'Which tools write?'): ChatMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
});

export const answerOf = (id: string, text = 'None.'): ChatMessage => ({
  id,
  role: 'assistant',
  parts: [{ type: 'text', text }],
});

/** A conversation of one turn, which is over. */
export const TALK = [question('q1'), answerOf('a1')];

export const BUDGET: TurnAllowance = {
  turnsLeft: 3,
  resetsAt: 0,
  steps: 10,
  tokens: 1_000,
  seconds: 60,
};

export const toChat = (
  messages: ChatMessage[],
  more: Partial<Omit<LoadedChat, 'messages'>> = {},
): LoadedChat => ({ messages, branches: {}, isRunning: false, ...more });

/** A refusal of the server. */
export const refused = (status: number, detail: string): RequestFailure => ({
  reason: 'problem',
  problem: { type: 'about:blank', title: 'No', status, detail, requestId: 'r1' },
});

/** The error in which the AI SDK hands on a refusal. */
export const refusal = (status: number, detail: string): Error =>
  new Error(JSON.stringify({ status, detail }));

export const LOST = new TypeError('Failed to fetch');

const streaming = (state: LiveChat) => state.stream?.number ?? -1;

export const accepted: Told = (state) => ({ kind: 'accepted', number: streaming(state) });
export const ended: Told = (state) => ({ kind: 'ended', number: streaming(state) });
export const missing: Told = (state) => ({ kind: 'missing', number: streaming(state) });

export const failed =
  (error: Error, hasOpened = false): Told =>
  (state) => ({ kind: 'failed', number: streaming(state), error, hasOpened });

export const streamed =
  (message: ChatMessage): Told =>
  (state) => ({ kind: 'message', number: streaming(state), message });

export const heard =
  (part: LivePart): Told =>
  (state) => ({ kind: 'part', number: streaming(state), part });

export const loaded =
  (chat: LoadedChat): Told =>
  (state) => ({ kind: 'loaded', number: state.loading?.number ?? -1, answer: succeed(chat) });

export const unloaded =
  (failure: RequestFailure): Told =>
  (state) => ({ kind: 'loaded', number: state.loading?.number ?? -1, answer: fail(failure) });

export const limits =
  (last: string | null, budget = BUDGET): Told =>
  (state) => ({
    kind: 'limits',
    number: state.limits ?? -1,
    answer: succeed<ChatLimits>({ last, budget }),
  });

export const settled =
  (first: ChatMessage | null = null): Told =>
  (state) => ({ kind: 'settled', number: state.visit ?? -1, first });

export const paused: Told = (state) => ({ kind: 'waited', number: state.waiting ?? -1 });

/** The page is open, with nothing kept for it. */
export const OPENED: Told[] = [{ kind: 'entered' }, settled()];

export const send = (id: string): Told => ({ kind: 'send', message: question(id) });

/** Tells a chat one thing after the other; `commands` are those of the last. */
export function play(initial: LoadedChat, told: readonly Told[], mayEdit = true) {
  let state = beginLiveChat(initial, mayEdit);
  let commands: LiveCommand[] = [];
  for (const each of told) {
    const event = typeof each === 'function' ? each(state) : each;
    ({ state, commands } = stepLiveChat(state, event));
  }
  return { state, commands, asked: commands.map(({ kind }) => kind) };
}
