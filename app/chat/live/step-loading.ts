import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ChatLimits, LoadedChat } from '#app/chat/chat-view.ts';
import type { Result } from '#app/platform/result.ts';

import { keepTrouble } from './chat-trouble.ts';
import {
  andThen,
  isBusy,
  lastAnswer,
  stepTo,
  type LiveChat,
  type Step,
  type UnsentMessage,
} from './live-chat.ts';

type Answer = Result<LoadedChat, RequestFailure>;

/**
 * Asks for the conversation, one question at a time; not while a turn of this page runs, whose end
 * asks anew.
 */
export function load(state: LiveChat): Step {
  if (state.visit === null || state.stream?.isOwn) return stepTo(state);
  return state.loading ? stepTo(state) : ask(state);
}

/** As {@link load}, for a conversation that has changed: a question that is older is asked once more. */
export function loadAnew(state: LiveChat): Step {
  return load({ ...state, loading: markStale(state.loading) });
}

/** The pending question, whose answer is not to be taken. */
export function markStale(loading: LiveChat['loading']): LiveChat['loading'] {
  return loading && { ...loading, isStale: true };
}

/** Asks for the conversation, unless a turn runs. */
export function loadWhenStill(state: LiveChat): Step {
  return isBusy(state) ? stepTo(state) : load(state);
}

/** Asks for the limits of the next turn, which the page comes without; not where there can be none. */
export function askLimits(state: LiveChat): Step {
  if (!state.mayEdit) return stepTo(state);
  const number = state.asked + 1;
  return stepTo({ ...state, asked: number, limits: number }, { kind: 'loadLimits', number });
}

/** Reads the stream of the turn that the server runs. */
export function resume(state: LiveChat): Step {
  const number = state.asked + 1;
  const stream = { number, isOwn: false, stored: lastAnswer(state) } as const;
  return stepTo({ ...state, asked: number, stream, awaited: null }, { kind: 'resume', number });
}

/** Takes an answer with the conversation. */
export function takeAnswer(state: LiveChat, number: number, answer: Answer): Step {
  if (number !== state.loading?.number) return stepTo(state);
  const { isStale } = state.loading;
  const idle: LiveChat = { ...state, loading: null };
  // The end of a turn of this page asks anew.
  if (isStale) return state.stream?.isOwn ? stepTo(idle) : ask(idle);
  return answer.ok ? takeChat(idle, answer.value) : takeFailure(idle, answer);
}

function ask(state: LiveChat): Step {
  const number = state.asked + 1;
  const loading = { number, isStale: false };
  return stepTo({ ...state, asked: number, loading }, { kind: 'load', number });
}

/** Takes the limits of the next turn, unless a load that came later has brought them. */
export function takeLimits(
  state: LiveChat,
  number: number,
  answer: Result<ChatLimits, RequestFailure>,
): Step {
  if (number !== state.limits) return stepTo(state);
  if (!answer.ok) return stepTo({ ...state, limits: null });
  const { budget, last } = answer.value;
  const known = { ...state, limits: null, budget: state.budget ?? budget };
  // Another tab may have spoken before this page had its scripts, and could hear of it.
  return last === state.renderedLast ? stepTo(known) : loadWhenStill(known);
}

/** Shows what the server has; messages that it does not have go back to the composer. */
function takeChat(state: LiveChat, chat: LoadedChat): Step {
  const { trouble } = state;
  const isOver = trouble?.kind === 'lost' || trouble?.kind === 'unreadable';
  const taken: LiveChat = {
    ...state,
    messages: chat.messages,
    branches: chat.branches,
    budget: chat.budget ?? state.budget,
    trouble: isOver ? null : trouble,
    awaited: null,
    hasLooked: state.hasLooked && chat.isRunning,
  };
  const { title } = chat;
  const titled = title == null ? [] : [{ kind: 'showTitle' as const, title }];
  const shown = stepTo(taken, { kind: 'reloadDraft' }, ...titled);
  const settled = andThen(andThen(shown, settleUnsent), giveBack);
  return chat.isRunning ? andThen(settled, resume) : settled;
}

/** The conversation could not be read; where the server answered, it is not asked again. */
function takeFailure(state: LiveChat, failure: { ok: false } & RequestFailure): Step {
  const [first] = state.unsent;
  const troubled: LiveChat = {
    ...state,
    trouble: keepTrouble(state.trouble, failure, first !== undefined),
    awaited: state.awaited === 'outcome' ? null : state.awaited,
  };
  if (troubled.trouble?.kind === 'lost' || first === undefined) return stepTo(troubled);
  // Nobody knows whether the server has it.
  return giveBack({ ...troubled, messages: first.before });
}

/** The server has the messages that are shown. */
export function settleUnsent(state: LiveChat): Step {
  const isKnown = ({ message }: UnsentMessage) =>
    state.messages.some(({ id }) => id === message.id);
  const unsent = state.unsent.filter((each) => !isKnown(each));
  return forgetFirst({ ...state, unsent }, state.unsent.filter(isKnown));
}

/** Gives messages that the server does not have back to the composer. */
function giveBack(state: LiveChat): Step {
  const { unsent } = state;
  if (unsent.length === 0) return stepTo(state);
  const messages = unsent.map(({ message }) => message);
  const given = stepTo({ ...state, unsent: [] }, { kind: 'giveBack', messages });
  return andThen(given, (next) => forgetFirst(next, unsent));
}

/** The start screen keeps its text no longer once that is settled. */
function forgetFirst(state: LiveChat, settled: readonly UnsentMessage[]): Step {
  const isSettled = settled.some(({ isFirst }) => isFirst);
  return isSettled ? stepTo(state, { kind: 'forgetFirst' }) : stepTo(state);
}
