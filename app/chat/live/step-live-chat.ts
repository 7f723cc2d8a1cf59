import { toFailureText } from '#app/api-client/failure-text.ts';
import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { NOTHING_LIVE } from '#app/chat/messages/live-parts.ts';

import { toRefusal } from './chat-trouble.ts';
import { andThen, isBusy, stepTo, type LiveChat, type LiveEvent, type Step } from './live-chat.ts';
import {
  askLimits,
  load,
  loadAnew,
  loadWhenStill,
  resume,
  takeAnswer,
  takeLimits,
} from './step-loading.ts';
import { beginTurn, hearStream } from './step-turn.ts';

/** Milliseconds between checks of a lost connection. */
const LOOK_AGAIN_MS = 4_000;

/**
 * Decides everything of a conversation on the page: sends, streams, stops, and goes on wherever the
 * server is. Pure: who calls it runs the commands and reports what they bring.
 */
export function stepLiveChat(state: LiveChat, event: LiveEvent): Step {
  return andThen(decide(state, event), follow);
}

function decide(state: LiveChat, event: LiveEvent): Step {
  switch (event.kind) {
    case 'entered':
      return enter(state);
    case 'settled':
      return state.visit === event.number ? settle(state, event.first) : stepTo(state);
    case 'left':
      return leave(state);
    case 'send':
    case 'edit':
    case 'retry':
    case 'continue':
      return beginTurn(state, event);
    case 'show':
      return stepTo(state, { kind: 'showBranch', leaf: event.leaf });
    case 'shown':
      return endShow(state, event.failure);
    case 'stop':
      return stepTo({ ...state, stopping: { state: 'asked' } }, { kind: 'stopTurn' });
    case 'stopFailed':
      return stepTo(state.stopping ? { ...state, stopping: toUnheard(event.failure) } : state);
    case 'sync':
      return load(state);
    case 'decided':
      return andThen(
        stepTo(state, { kind: 'reloadDraft' }, { kind: 'tellTabs', afterMs: 0 }),
        loadAnew,
      );
    case 'changed':
      return isBusy(state) ? stepTo(state) : loadAnew(state);
    case 'waited':
      return lookAgain(state, event.number);
    case 'closeTrouble':
      return stepTo({ ...state, trouble: null, live: NOTHING_LIVE });
    case 'loaded':
      return takeAnswer(state, event.number, event.answer);
    case 'limits':
      return takeLimits(state, event.number, event.answer);
    default:
      return hearStream(state, event);
  }
}

/** Sends nothing until the page stays mounted: strict mode would abort it at once. */
function enter(state: LiveChat): Step {
  if (state.visit !== null) return stepTo(state);
  const number = state.asked + 1;
  return stepTo({ ...state, asked: number, visit: number }, { kind: 'settle', number });
}

/** Goes on with the turn that runs, or sends the text written on the start screen. */
function settle(state: LiveChat, first: ChatMessage | null): Step {
  const asked = askLimits(state);
  const goOn = { stream: resume, outcome: load };
  const resumed = state.awaited ? andThen(asked, goOn[state.awaited]) : asked;
  if (first === null) return resumed;
  return andThen(resumed, (next) =>
    next.renderedLast === null
      ? beginTurn(next, { kind: 'send', message: first, isFirst: true })
      : stepTo(next, { kind: 'forgetFirst' }),
  );
}

/** Ignores further answers. The turn continues on the server, and is resumed when the page is back. */
function leave(state: LiveChat): Step {
  const left: LiveChat = {
    ...state,
    visit: null,
    stream: null,
    // What was streamed here is shown, and would be taken for what the server has stored.
    awaited: state.stream ? 'outcome' : state.awaited,
    hasLooked: false,
    loading: null,
    limits: null,
  };
  return stepTo(left, { kind: 'dropStream' });
}

/** The branch that is shown is another one, or is not. */
function endShow(state: LiveChat, failure: RequestFailure | null): Step {
  const shown = failure ? { ...state, trouble: toRefusal(failure, 'branch') } : state;
  return andThen(stepTo(shown, { kind: 'tellTabs', afterMs: 0 }), loadAnew);
}

function toUnheard(failure: RequestFailure): LiveChat['stopping'] {
  const { title } = toFailureText(failure, 'change');
  const text = failure.reason === 'problem' ? failure.problem.detail : `${title}.`;
  return { state: 'unheard', text };
}

function lookAgain(state: LiveChat, number: number): Step {
  return state.waiting === number ? loadWhenStill({ ...state, waiting: null }) : stepTo(state);
}

/** Restores after every event what always holds: a finished turn is not stopping, and a dead connection is checked. */
function follow(state: LiveChat): Step {
  const calm = state.stopping && !isBusy(state) ? { ...state, stopping: null } : state;
  const isLost = calm.visit !== null && calm.trouble?.kind === 'lost';
  if (!isLost) return stepTo(calm.waiting === null ? calm : { ...calm, waiting: null });
  if (calm.waiting !== null) return stepTo(calm);
  const number = calm.asked + 1;
  const wait = { kind: 'wait', number, milliseconds: LOOK_AGAIN_MS } as const;
  return stepTo({ ...calm, asked: number, waiting: number }, wait);
}
