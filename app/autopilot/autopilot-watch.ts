import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Result } from '#app/platform/result.ts';

import type { AutopilotState } from './autopilot-state.ts';

/** State of a run as a page knows it. */
export interface AutopilotWatch {
  run: AutopilotState;
  /** Why the last look failed. */
  failure: RequestFailure | null;
  /** Why the last stop failed; a look that succeeds says nothing about it. */
  stopFailure: RequestFailure | null;
  isStopping: boolean;
  /** How often the run was stopped here: an answer asked for before that knows nothing of it. */
  stops: number;
}

type Answer = Result<AutopilotState, RequestFailure>;

export type AutopilotWatchEvent =
  /** The run was looked at; `stops` as it was when that was asked. */
  | { kind: 'looked'; stops: number; answer: Answer }
  | { kind: 'stopping' }
  /** The run has stopped and was looked at, or could not be. */
  | { kind: 'stopped'; answer: Answer }
  | { kind: 'stopFailed'; failure: RequestFailure };

/** The run that the page was rendered with. */
export function beginAutopilotWatch(run: AutopilotState): AutopilotWatch {
  return { run, failure: null, stopFailure: null, isStopping: false, stops: 0 };
}

/** The next state of the watch. */
export function stepAutopilotWatch(
  state: AutopilotWatch,
  event: AutopilotWatchEvent,
): AutopilotWatch {
  switch (event.kind) {
    case 'looked':
      if (event.stops !== state.stops) return state;
      return event.answer.ok
        ? { ...state, run: event.answer.value, failure: null }
        : { ...state, failure: event.answer };
    case 'stopping':
      return { ...state, isStopping: true, stopFailure: null };
    case 'stopped': {
      const over = { ...state, isStopping: false, stops: state.stops + 1 };
      return event.answer.ok
        ? { ...over, run: event.answer.value }
        : { ...over, failure: event.answer };
    }
    case 'stopFailed':
      return { ...state, isStopping: false, stopFailure: event.failure };
  }
}
