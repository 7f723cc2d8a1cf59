import {
  NO_OAUTH_FACTS,
  type OauthFacts,
  type OauthProblem,
  type OauthSettings,
  type StepOutcome,
} from '#app/mcp-client/oauth/oauth-flow.ts';
import { dropFactsFrom, OAUTH_STEPS, type OauthStepId } from '#app/mcp-client/oauth/oauth-steps.ts';

/** A flow on the screen: what was found, and how each step went. */
export interface FlowState {
  settings: OauthSettings;
  facts: OauthFacts;
  outcomes: ReadonlyMap<OauthStepId, StepOutcome>;
  /** The step that is being made; null: none. */
  running: OauthStepId | null;
}

export type FlowEvent =
  | { kind: 'settings'; change: Partial<OauthSettings> }
  | { kind: 'begun'; id: OauthStepId }
  | { kind: 'ended'; id: OauthStepId; outcome: StepOutcome }
  /** The person came back from the sign-in. */
  | { kind: 'answered'; callback: string }
  | { kind: 'reset' };

export function beginFlow(settings: OauthSettings): FlowState {
  return { settings, facts: NO_OAUTH_FACTS, outcomes: new Map(), running: null };
}

export function reduceFlow(state: FlowState, event: FlowEvent): FlowState {
  switch (event.kind) {
    case 'settings':
      return { ...state, settings: { ...state.settings, ...event.change } };
    case 'begun':
      return voidFrom({ ...state, running: event.id }, event.id);
    case 'answered': {
      const before = voidFrom(state, 'callback');
      return { ...before, facts: { ...before.facts, callback: event.callback } };
    }
    case 'ended': {
      const { result } = event.outcome;
      const outcomes = new Map(state.outcomes).set(event.id, event.outcome);
      const facts = result.ok ? { ...state.facts, ...result.value } : state.facts;
      return { ...state, outcomes, facts, running: null };
    }
    case 'reset':
      return beginFlow(state.settings);
  }
}

/** Without what a step and those after it have found; the answer of the sign-in stays to be read. */
function voidFrom(state: FlowState, id: OauthStepId): FlowState {
  const at = OAUTH_STEPS.findIndex((step) => step.id === id);
  const gone =
    OAUTH_STEPS[at]?.gives.length === 0 ? [id] : OAUTH_STEPS.slice(at).map((step) => step.id);
  const outcomes = new Map([...state.outcomes].filter(([each]) => !gone.includes(each)));
  const facts = dropFactsFrom(state.facts, id);
  if (id === 'callback') facts.callback = state.facts.callback;
  return { ...state, outcomes, facts };
}

/** The step to make next; null: all are made that a sign-in needs. */
export function findNextStep({ outcomes }: FlowState): OauthStepId | null {
  const next = OAUTH_STEPS.find(({ id }) => !isDone(outcomes.get(id)));
  return next === undefined || next.id === 'refresh' ? null : next.id;
}

/** A server that lets everybody in, or cannot be asked, does not keep its metadata from being read. */
export function isDone(outcome: StepOutcome | undefined): boolean {
  if (outcome === undefined) return false;
  return outcome.result.ok || outcome.result.reason === 'not-protected';
}

export function problemOf(outcome: StepOutcome | undefined): OauthProblem | null {
  return outcome === undefined || outcome.result.ok ? null : outcome.result;
}
