import type { OauthSend, OauthSettings } from '#app/mcp-client/oauth/oauth-flow.ts';
import { OAUTH_STEPS, type OauthStepId } from '#app/mcp-client/oauth/oauth-steps.ts';

import {
  beginFlow,
  findNextStep,
  isDone,
  reduceFlow,
  type FlowEvent,
  type FlowState,
} from './flow-state.ts';

/** Walks through a flow, step by step or as far as it goes without the person. */
export class FlowWalk {
  #state: FlowState;
  #attempt = new AbortController();
  readonly #send: OauthSend;
  readonly #listeners = new Set<() => void>();

  constructor(settings: OauthSettings, send: OauthSend) {
    this.#state = beginFlow(settings);
    this.#send = send;
  }

  readonly getState = () => this.#state;

  readonly subscribe = (onChange: () => void) => {
    this.#listeners.add(onChange);
    return () => this.#listeners.delete(onChange);
  };

  /** Makes one step; whether the next one can follow. */
  readonly run = async (id: OauthStepId): Promise<boolean> => {
    const step = OAUTH_STEPS.find((each) => each.id === id);
    const { signal } = this.#attempt;
    if (step === undefined) return false;
    this.#tell({ kind: 'begun', id });
    const { settings, facts } = this.#state;
    const outcome = await step.run({ settings, facts, send: this.#send, signal });
    if (signal.aborted) return false;
    this.#tell({ kind: 'ended', id, outcome });
    return isDone(outcome);
  };

  readonly runOn = async (): Promise<void> => {
    for (;;) {
      const id = findNextStep(this.#state);
      if (id === null || (id === 'callback' && this.#state.facts.callback === null)) return;
      if (!(await this.run(id))) return;
    }
  };

  /** The person came back from the sign-in with this query. */
  readonly answer = (callback: string): void => {
    this.#tell({ kind: 'answered', callback });
    void this.runOn();
  };

  readonly reset = (): void => {
    this.#attempt.abort();
    this.#attempt = new AbortController();
    this.#tell({ kind: 'reset' });
  };

  readonly change = (change: Partial<OauthSettings>): void => {
    this.#tell({ kind: 'settings', change });
  };

  #tell(event: FlowEvent): void {
    this.#state = reduceFlow(this.#state, event);
    for (const listener of this.#listeners) listener();
  }
}
