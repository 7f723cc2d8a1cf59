import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ChatLimits, LoadedChat, TurnAllowance } from '#app/chat/chat-view.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { NOTHING_LIVE, type LiveParts } from '#app/chat/messages/live-parts.ts';
import type { Result } from '#app/platform/result.ts';

import type { ChatTrouble } from './chat-trouble.ts';

/** State of a request to stop a turn: it was sent, or the server could not be reached. */
export type Stopping = { state: 'asked' } | { state: 'unheard'; text: string };

/** The page's side of a conversation. */
export interface LiveChat {
  /** Whether a message can be sent here. */
  mayEdit: boolean;
  messages: ChatMessage[];
  /** Ids of the messages at the same place, by the id of the one that is shown. */
  branches: Record<string, string[]>;
  /** The limits of the next turn; null until they are known. */
  budget: TurnAllowance | null;
  trouble: ChatTrouble | null;
  /** Shown only while a turn runs. */
  live: LiveParts;
  /** Null if no stop was requested. */
  stopping: Stopping | null;
  /** Id of the last message that the page was rendered with. */
  renderedLast: string | null;
  /** Number of the last request: an answer to a request that was given up is ignored. */
  asked: number;
  /** Number of this visit; null before the page is entered and after it is left. */
  visit: number | null;
  /** The stream that is read or asked for. */
  stream: LiveStream | null;
  /** For a turn that the server runs: whether to request its stream or, if it had none, its outcome. */
  awaited: 'stream' | 'outcome' | null;
  /** The outcome was requested after the turn's stream was gone. */
  hasLooked: boolean;
  /** The pending request for the conversation; stale: its answer may be older than what came after it. */
  loading: { number: number; isStale: boolean } | null;
  /** Number of the pending request for the limits of the next turn. */
  limits: number | null;
  /** Number of the delay after which a lost connection is checked again. */
  waiting: number | null;
  /** Messages that the server may not have, in the order in which they were sent. */
  unsent: UnsentMessage[];
}

/** A stream with its number; `isOwn`: of a turn that this page has begun. */
type LiveStream = { number: number } & (
  | { isOwn: true; request: 'message' | 'turn' }
  /** `stored`: the answer as the server has it, to which a turn that continues it adds. */
  | { isOwn: false; stored: ChatMessage | null }
);

/** A message on its way, and the conversation before it. */
export interface UnsentMessage {
  message: ChatMessage;
  before: ChatMessage[];
  /** It was written on the start screen, which keeps it. */
  isFirst: boolean;
}

/** An action of the person, an event of the page, or an answer. */
export type LiveEvent =
  | { kind: 'entered' }
  /** The page has stayed; strict mode enters, leaves and enters again at once. */
  | { kind: 'settled'; number: number; first: ChatMessage | null }
  | { kind: 'left' }
  | { kind: 'send'; message: ChatMessage; isFirst?: boolean }
  /** The message `id` is replaced, on a new branch. */
  | { kind: 'edit'; id: string; message: ChatMessage }
  /** The question of an answer is asked once more, by default the last one's. */
  | { kind: 'retry'; id?: string }
  | { kind: 'continue' }
  | { kind: 'show'; leaf: string }
  | { kind: 'stop' }
  | { kind: 'sync' }
  /** The server has carried out a decision on changes. */
  | { kind: 'decided' }
  | { kind: 'closeTrouble' }
  /** Another tab has changed something, or the page is visible or online again. */
  | { kind: 'changed' }
  | { kind: 'waited'; number: number }
  /** The server has accepted a message. */
  | { kind: 'accepted'; number: number }
  | { kind: 'part'; number: number; part: LivePart }
  /** The answer, as far as it has come. */
  | { kind: 'message'; number: number; message: ChatMessage }
  | ({ number: number } & StreamEnd)
  | { kind: 'loaded'; number: number; answer: Result<LoadedChat, RequestFailure> }
  | { kind: 'limits'; number: number; answer: Result<ChatLimits, RequestFailure> }
  | { kind: 'stopFailed'; failure: RequestFailure }
  | { kind: 'shown'; failure: RequestFailure | null };

/** Data of the stream beside the parts of a message. */
export interface LivePart {
  type: string;
  data: unknown;
}

/** How the stream of a turn ended. */
export type StreamEnd =
  | { kind: 'ended' }
  /** The server runs no turn. */
  | { kind: 'missing' }
  | { kind: 'failed'; error: Error; hasOpened: boolean };

/** Body of a turn's request, besides the model that is to answer. */
export type TurnRequest =
  | { message: ChatMessage; parent: string | null }
  | { retry: string }
  /** Id of the answer that goes on. */
  | { continue: string };

/** Work for the page around the machine. */
export type LiveCommand =
  /** Answers with `settled`, unless the page is left at once. */
  | { kind: 'settle'; number: number }
  /** Begins a turn and reads its stream, which goes on with an answer or makes a new one. */
  | { kind: 'begin'; number: number; request: TurnRequest; answer: ChatMessage | null }
  /** Reads the stream of the turn that runs. */
  | { kind: 'resume'; number: number }
  /** Stops reading the stream. */
  | { kind: 'dropStream' }
  | { kind: 'load'; number: number }
  | { kind: 'loadLimits'; number: number }
  | { kind: 'wait'; number: number; milliseconds: number }
  | { kind: 'stopTurn' }
  | { kind: 'showBranch'; leaf: string }
  /** Makes other tabs ask the server. */
  | { kind: 'tellTabs'; afterMs: number }
  | { kind: 'reloadDraft' }
  /** The screen around the conversation shows what the chat is called. */
  | { kind: 'showTitle'; title: string }
  /** The composer shows messages that the server did not take. */
  | { kind: 'giveBack'; messages: ChatMessage[] }
  /** Discards the text kept from the start screen. */
  | { kind: 'forgetFirst' }
  /** The server has cut credentials out of these texts of a message. */
  | { kind: 'offerCut'; sent: string[]; kept: string[] };

/** The next state, and what has to be done. */
export interface Step {
  state: LiveChat;
  commands: LiveCommand[];
}

/** The conversation that the page was rendered with. */
export function beginLiveChat(initial: LoadedChat, mayEdit: boolean): LiveChat {
  return {
    mayEdit,
    messages: initial.messages,
    branches: initial.branches,
    budget: initial.budget ?? null,
    trouble: null,
    live: NOTHING_LIVE,
    stopping: null,
    renderedLast: initial.messages.at(-1)?.id ?? null,
    asked: 0,
    visit: null,
    stream: null,
    awaited: initial.isRunning ? 'stream' : null,
    hasLooked: false,
    loading: null,
    limits: null,
    waiting: null,
    unsent: [],
  };
}

/** Whether a turn runs, as far as the page knows. */
export function isBusy({ stream, awaited }: LiveChat): boolean {
  return stream !== null || awaited !== null;
}

/** The answer at the end; null where nothing is answered yet. */
export function lastAnswer({ messages }: LiveChat): ChatMessage | null {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? last : null;
}

/** Makes a step. */
export function stepTo(state: LiveChat, ...commands: LiveCommand[]): Step {
  return { state, commands };
}

/** Takes one more step from where a step has led. */
export function andThen(step: Step, next: (state: LiveChat) => Step): Step {
  const { state, commands } = next(step.state);
  return { state, commands: [...step.commands, ...commands] };
}
