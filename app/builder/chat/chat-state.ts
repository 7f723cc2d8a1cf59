import { fail, succeed, type Result } from '#app/platform/result.ts';

/** Messages of a chat at most, branches included. */
export const MAX_MESSAGES = 2_000;
/** Restore points that are kept; the oldest are forgotten first. */
export const MAX_POINTS = 200;

/** How a turn stands. `interrupted`: the object that ran it went away in the middle. */
export type TurnStatus = 'running' | 'done' | 'stopped' | 'failed' | 'interrupted';

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

/** What a draft consisted of after a turn; the contents lie in R2. */
export interface RestorePoint {
  /** From 1, rising. */
  number: number;
  /** The answer whose turn made it, or null for what the draft began as. */
  message: string | null;
  blueprint: string;
  artifact: string;
  warnings: string;
  at: number;
  /** The point that it brought back, where it was made by restoring one. */
  restored?: number;
}

/** The one turn that is under way. */
export interface RunningTurn {
  id: string;
  question: string;
  answer: string;
  startedAt: number;
}

/** All that a chat remembers besides the texts of its messages. */
export interface ChatState {
  title: string | null;
  messages: MessageNode[];
  /** The message at the end of the branch that is shown. */
  leaf: string | null;
  turn: RunningTurn | null;
  points: RestorePoint[];
}

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
  /** A question is asked once more: its new answer stands beside the old one. */
  | { kind: 'retry'; turn: string; question: string; answer: string }
  | { kind: 'end'; turn: string; status: Exclude<TurnStatus, 'running'> }
  /** The object woke up without the turn that it ran. */
  | { kind: 'wake' }
  | { kind: 'show'; leaf: string }
  | { kind: 'title'; title: string }
  | { kind: 'point'; point: Omit<RestorePoint, 'number' | 'at'> };

export type ChatFailure =
  /** One turn at a time. */
  | { reason: 'busy'; turn: string }
  /** This message was sent before: nothing happens twice. */
  | { reason: 'known' }
  | { reason: 'noSuchMessage' }
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
    case 'end':
      return succeed(endTurn(state, event.turn, event.status));
    case 'wake':
      return succeed(state.turn === null ? state : endTurn(state, state.turn.id, 'interrupted'));
    case 'show':
      if (!has(state, event.leaf)) return fail({ reason: 'noSuchMessage' });
      return succeed({ ...state, leaf: lastBelow(state, event.leaf) });
    case 'title':
      return succeed({ ...state, title: event.title });
    case 'point':
      return succeed(addPoint(state, event.point, now));
  }
}

/** The messages of the branch that is shown, first to last. */
export function branchOf(state: ChatState, leaf: string | null = state.leaf): MessageNode[] {
  const byId = new Map(state.messages.map((node) => [node.id, node]));
  const branch: MessageNode[] = [];
  for (let id = leaf; id !== null;) {
    const node = byId.get(id);
    if (node === undefined) break;
    branch.push(node);
    id = node.parent;
  }
  return branch.toReversed();
}

/** The messages that stand at the same place as this one, itself included, oldest first. */
export function siblingsOf(state: ChatState, id: string): MessageNode[] {
  const node = state.messages.find((each) => each.id === id);
  return node ? state.messages.filter(({ parent }) => parent === node.parent) : [];
}

function send(
  state: ChatState,
  event: Extract<ChatEvent, { kind: 'send' }>,
  now: number,
): Result<ChatState, ChatFailure> {
  if (has(state, event.question)) return fail({ reason: 'known' });
  if (state.turn !== null) return fail({ reason: 'busy', turn: state.turn.id });
  const { question, parent = state.leaf } = event;
  if (parent !== null && !has(state, parent)) return fail({ reason: 'noSuchMessage' });
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
  const question = state.messages.find(({ id }) => id === event.question);
  if (question?.role !== 'user') return fail({ reason: 'noSuchMessage' });
  return begin(state, event, now);
}

function begin(
  state: ChatState,
  { turn, question, answer }: { turn: string; question: string; answer: string },
  now: number,
): Result<ChatState, ChatFailure> {
  if (has(state, answer)) return fail({ reason: 'known' });
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

/** Only the turn that runs can end; what is told late, or twice, changes nothing. */
function endTurn(state: ChatState, turn: string, status: TurnStatus): ChatState {
  if (state.turn?.id !== turn) return state;
  const { answer } = state.turn;
  return {
    ...state,
    turn: null,
    messages: state.messages.map((node) => (node.id === answer ? { ...node, status } : node)),
  };
}

function addPoint(
  state: ChatState,
  point: Omit<RestorePoint, 'number' | 'at'>,
  now: number,
): ChatState {
  const number = (state.points.at(-1)?.number ?? 0) + 1;
  const points = [...state.points, { ...point, number, at: now }];
  return { ...state, points: points.slice(-MAX_POINTS) };
}

/** The newest end of the branch that goes through a message. */
function lastBelow(state: ChatState, id: string): string {
  const newest = new Map<string, string>();
  for (const { id: child, parent } of state.messages) {
    if (parent !== null) newest.set(parent, child);
  }
  let last = id;
  for (let next = newest.get(last); next !== undefined; next = newest.get(last)) last = next;
  return last;
}

function has(state: ChatState, id: string): boolean {
  return state.messages.some((node) => node.id === id);
}
