import type { CallRecord } from './mcp-call.ts';

/** Calls of one page that are kept to look at again. */
const KEPT_CALLS = 20;

/** State of the trials: arguments per tool, the last calls, and the one that is shown. */
export interface TrialsState {
  /** JSON of the arguments, by tool. */
  texts: Readonly<Record<string, string>>;
  /** Newest first. */
  calls: readonly CallRecord[];
  /** By tool: the call whose answer is shown. */
  shown: Readonly<Record<string, CallRecord>>;
  /** Tool whose call is on its way. */
  running: string | null;
}

export type TrialsEvent =
  | { kind: 'argumentsChanged'; tool: string; text: string }
  | { kind: 'callStarted'; tool: string }
  | { kind: 'callEnded'; call: CallRecord }
  /** An earlier call is shown again, with the arguments it had. */
  | { kind: 'callPicked'; call: CallRecord };

export const NO_TRIALS: TrialsState = { texts: {}, calls: [], shown: {}, running: null };

/** Computes the next state of the trials. */
export function reduceTrials(state: TrialsState, event: TrialsEvent): TrialsState {
  switch (event.kind) {
    case 'argumentsChanged':
      return { ...state, texts: { ...state.texts, [event.tool]: event.text } };
    case 'callStarted':
      return { ...state, running: event.tool };
    case 'callEnded':
      return {
        ...state,
        running: null,
        calls: [event.call, ...state.calls].slice(0, KEPT_CALLS),
        shown: { ...state.shown, [event.call.tool]: event.call },
      };
    case 'callPicked':
      return {
        ...state,
        texts: { ...state.texts, [event.call.tool]: event.call.argumentsText },
        shown: { ...state.shown, [event.call.tool]: event.call },
      };
  }
}
