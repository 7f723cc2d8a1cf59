import * as z from 'zod/mini';

import { addPoint, type NewPoint, type RestorePoint } from '#app/drafts/restore-points.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { branchOf, findMessage, lastBelow } from './message-tree.ts';

/** Messages of a chat at most, branches included. */
export const MAX_MESSAGES = 2_000;

/**
 * How a turn stands. `interrupted`: the object that ran it went away in the middle. `spent`: its
 * budget ended before the work did.
 */
export type TurnStatus = 'running' | 'done' | 'stopped' | 'failed' | 'interrupted' | 'spent';

/** Where a message hangs in the tree of branches; its body is stored beside it. */
export interface MessageNode {
  id: string;
  /** The message before it, null for a first one. */
  parent: string | null;
  role: 'user' | 'assistant';
  at: number;
  /** Of an answer: how the turn that made it stands. */
  status?: TurnStatus;
}

/** The one turn that is under way. */
export const RunningTurn = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  startedAt: z.number(),
});
export type RunningTurn = z.infer<typeof RunningTurn>;

/**
 * All that a chat remembers besides the texts of its messages. It is read several times in a turn,
 * so its lists are taken as `reduceChat` left them.
 */
export const ChatState = z.object({
  title: z.nullable(z.string()),
  messages: z.custom<MessageNode[]>(Array.isArray),
  /** The message at the end of the branch that is shown. */
  leaf: z.nullable(z.string()),
  turn: z.nullable(RunningTurn),
  points: z.custom<RestorePoint[]>(Array.isArray),
  /** Id of the model that the person chose; absent: the one that is asked first. */
  model: z.optional(z.string()),
  /**
   * Marks data in all prompts of the chat, so that they begin alike and a provider can cache them. Only
   * models read it; a fork gets its own.
   */
  nonce: z.optional(z.string()),
});
export type ChatState = z.infer<typeof ChatState>;

export const EMPTY_CHAT: ChatState = {
  title: null,
  messages: [],
  leaf: null,
  turn: null,
  points: [],
};

export type ChatEvent =
  /** A message is sent: after the leaf, or after `parent`, which starts a new branch there. */
  | { kind: 'send'; turn: string; question: string; answer: string; parent?: string | null }
  /** A question is asked once more: its new answer is a sibling of the old one. */
  | { kind: 'retry'; turn: string; question: string; answer: string }
  /** The answer at the end of the branch that is shown, which was not finished, goes on. */
  | { kind: 'continue'; turn: string; answer: string }
  | { kind: 'end'; turn: string; status: Exclude<TurnStatus, 'running'> }
  /** The object woke up without the turn that it ran. */
  | { kind: 'wake' }
  | { kind: 'show'; leaf: string }
  | { kind: 'title'; title: string }
  | { kind: 'model'; model: string }
  | { kind: 'point'; point: NewPoint };

export type ChatFailure =
  /** One turn at a time. */
  | { reason: 'busy'; turn: string }
  /** This message was sent before: nothing happens twice. */
  | { reason: 'known' }
  | { reason: 'noSuchMessage' }
  | { reason: 'nothingToContinue' }
  | { reason: 'full' };

/** The next state of a chat. Pure: the object that calls it only stores, streams and reads the clock. */
export function reduceChat(
  state: ChatState,
  event: ChatEvent,
  now: number,
): Result<ChatState, ChatFailure> {
  switch (event.kind) {
    case 'send':
      return send(state, event, now);
    case 'retry':
      return retry(state, event, now);
    case 'continue':
      return goOn(state, event, now);
    case 'end':
      return succeed(endTurn(state, event.turn, event.status));
    case 'wake':
      return succeed(state.turn === null ? state : endTurn(state, state.turn.id, 'interrupted'));
    case 'show':
      if (state.turn !== null) return fail({ reason: 'busy', turn: state.turn.id });
      if (!findMessage(state, event.leaf)) return fail({ reason: 'noSuchMessage' });
      return succeed({ ...state, leaf: lastBelow(state, event.leaf) });
    case 'title':
      return succeed({ ...state, title: event.title });
    case 'model':
      return succeed({ ...state, model: event.model });
    case 'point':
      return succeed({ ...state, points: addPoint(state.points, event.point, now) });
  }
}

/** When something was said or changed last; null where nothing was. */
export function lastActivity({ messages, points }: ChatState): number | null {
  const times = [messages.at(-1)?.at, points.at(-1)?.at].filter((time) => time !== undefined);
  return times.length > 0 ? Math.max(...times) : null;
}

function send(
  state: ChatState,
  event: Extract<ChatEvent, { kind: 'send' }>,
  now: number,
): Result<ChatState, ChatFailure> {
  if (findMessage(state, event.question)) return fail({ reason: 'known' });
  if (state.turn !== null) return fail({ reason: 'busy', turn: state.turn.id });
  const { question, parent = state.leaf } = event;
  if (parent !== null && !findMessage(state, parent)) return fail({ reason: 'noSuchMessage' });
  const asked: ChatState = {
    ...state,
    messages: [...state.messages, { id: question, parent, role: 'user', at: now }],
  };
  return begin(asked, event, now);
}

function retry(
  state: ChatState,
  event: Extract<ChatEvent, { kind: 'retry' }>,
  now: number,
): Result<ChatState, ChatFailure> {
  if (state.turn !== null) return fail({ reason: 'busy', turn: state.turn.id });
  const question = findMessage(state, event.question);
  if (question?.role !== 'user') return fail({ reason: 'noSuchMessage' });
  return begin(state, event, now);
}

function begin(
  state: ChatState,
  { turn, question, answer }: { turn: string; question: string; answer: string },
  now: number,
): Result<ChatState, ChatFailure> {
  if (findMessage(state, answer)) return fail({ reason: 'known' });
  if (state.messages.length >= MAX_MESSAGES) return fail({ reason: 'full' });
  const node: MessageNode = {
    id: answer,
    parent: question,
    role: 'assistant',
    at: now,
    status: 'running',
  };
  return succeed({
    ...state,
    messages: [...state.messages, node],
    leaf: answer,
    turn: { id: turn, question, answer, startedAt: now },
  });
}

/** Continues the same answer: new text is appended to it. Another branch may be shown by now. */
function goOn(
  state: ChatState,
  event: Extract<ChatEvent, { kind: 'continue' }>,
  now: number,
): Result<ChatState, ChatFailure> {
  if (state.turn !== null) return fail({ reason: 'busy', turn: state.turn.id });
  const [question, answer] = branchOf(state).slice(-2);
  if (answer?.id !== event.answer) return fail({ reason: 'noSuchMessage' });
  if (question === undefined || answer.role !== 'assistant' || answer.status === 'done') {
    return fail({ reason: 'nothingToContinue' });
  }
  return succeed({
    ...state,
    messages: withStatus(state, answer.id, 'running'),
    turn: { id: event.turn, question: question.id, answer: answer.id, startedAt: now },
  });
}

/** Only the running turn can end; an end that is reported late, or twice, changes nothing. */
function endTurn(state: ChatState, turn: string, status: TurnStatus): ChatState {
  if (state.turn?.id !== turn) return state;
  return { ...state, turn: null, messages: withStatus(state, state.turn.answer, status) };
}

function withStatus({ messages }: ChatState, id: string, status: TurnStatus): MessageNode[] {
  return messages.map((node) => (node.id === id ? { ...node, status } : node));
}
