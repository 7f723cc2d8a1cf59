import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { LoadedChat } from '#app/chat/chat-view.ts';
import type { Result } from '#app/platform/result.ts';

import { keepTrouble } from './chat-trouble.ts';
import { andThen, isBusy, stepTo, type LiveChat, type Step } from './live-chat.ts';

type Answer = Result<LoadedChat, RequestFailure>;

/**
 * Asks for the conversation, one question at a time; not while a turn of this page runs, whose end
 * asks anew.
 */
export function load(state: LiveChat): Step {
  if (state.visit === null || state.stream?.isOwn) return stepTo(state);
  return state.loading ? stepTo(state) : ask(state);
}

/** Asks for the conversation, unless a turn runs. */
export function loadWhenStill(state: LiveChat): Step {
  return isBusy(state) ? stepTo(state) : load(state);
}

/** Asks for the limits of the next turn, which the page comes without. */
export function askLimits(state: LiveChat): Step {
  const number = state.asked + 1;
  return stepTo({ ...state, asked: number, limits: number }, { kind: 'load', number });
}

/** Reads the stream of the turn that the server runs. */
export function resume(state: LiveChat): Step {
  const number = state.asked + 1;
  const stream = { number, isOwn: false };
  return stepTo({ ...state, asked: number, stream, awaited: null }, { kind: 'resume', number });
}

/** Takes an answer with the conversation, or with the limits. */
export function takeAnswer(state: LiveChat, number: number, answer: Answer): Step {
  if (number === state.limits) return takeLimits({ ...state, limits: null }, answer);
  if (number !== state.loading?.number) return stepTo(state);
  const isOvertaken = state.loading.turns !== state.turns;
  const idle: LiveChat = { ...state, loading: null };
  // Asked before a turn began, it would take that turn's message away; the end of the turn asks anew.
  if (isOvertaken) return state.stream?.isOwn ? stepTo(idle) : ask(idle);
  return answer.ok ? takeChat(idle, answer.value) : takeFailure(idle, answer);
}

function ask(state: LiveChat): Step {
  const number = state.asked + 1;
  const loading = { number, turns: state.turns };
  return stepTo({ ...state, asked: number, loading }, { kind: 'load', number });
}

function takeLimits(state: LiveChat, answer: Answer): Step {
  if (!answer.ok) return stepTo(state);
  const known = { ...state, budget: state.budget ?? answer.value.budget ?? null };
  // Another tab may have spoken before this page had its scripts, and could hear of it.
  const last = answer.value.messages.at(-1)?.id ?? null;
  return last === state.renderedLast ? stepTo(known) : loadWhenStill(known);
}

/** Shows what the server has; a message that it does not have goes back to the composer. */
function takeChat(state: LiveChat, chat: LoadedChat): Step {
  const { unsent, trouble } = state;
  const isMissing = unsent && !chat.messages.some(({ id }) => id === unsent.message.id);
  const taken: LiveChat = {
    ...state,
    messages: chat.messages,
    branches: chat.branches,
    budget: chat.budget ?? state.budget,
    trouble: trouble?.kind === 'lost' ? null : trouble,
    unsent: null,
    awaited: null,
    hasLooked: state.hasLooked && chat.isRunning,
  };
  const shown = stepTo(taken, { kind: 'reloadDraft' });
  const settled = isMissing ? andThen(shown, giveBack(unsent.message)) : shown;
  return chat.isRunning ? andThen(settled, resume) : settled;
}

/** The conversation could not be read; where the server said so, it is not asked again. */
function takeFailure(state: LiveChat, failure: { ok: false } & RequestFailure): Step {
  const { unsent } = state;
  const troubled: LiveChat = {
    ...state,
    trouble: keepTrouble(state.trouble, failure),
    awaited: state.awaited === 'outcome' ? null : state.awaited,
  };
  if (failure.reason !== 'problem' || !unsent) return stepTo(troubled);
  // Nobody knows whether the server has it.
  const before: LiveChat = { ...troubled, messages: unsent.before, unsent: null };
  return andThen(stepTo(before), giveBack(unsent.message));
}

function giveBack(message: LiveChat['messages'][number]) {
  return (state: LiveChat) => stepTo(state, { kind: 'giveBack', message }, { kind: 'forgetFirst' });
}
