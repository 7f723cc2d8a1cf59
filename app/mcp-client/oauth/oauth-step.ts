import type { OauthFacts, OauthSend, OauthSettings, StepOutcome } from './oauth-flow.ts';

/** Everything that a step may look at. */
export interface StepInput {
  settings: OauthSettings;
  facts: OauthFacts;
  send: OauthSend;
  signal?: AbortSignal;
}

export type RunStep = (input: StepInput) => Promise<StepOutcome>;
