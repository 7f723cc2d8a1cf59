import {
  NO_OAUTH_FACTS,
  type OauthFacts,
  type OauthProblem,
  type OauthSend,
  type OauthSettings,
  type StepOutcome,
} from '#app/mcp-client/oauth/oauth-flow.ts';
import { OAUTH_STEPS, type OauthStepId } from '#app/mcp-client/oauth/oauth-steps.ts';

import { SETTINGS } from './fake-authority.ts';

interface Run {
  facts: OauthFacts;
  problem: OauthProblem | null;
  /** Of the last step that was made. */
  outcome: StepOutcome | null;
}

interface Options {
  settings?: Partial<OauthSettings>;
  facts?: Partial<OauthFacts>;
  /** The query that the sign-in comes back with. */
  callback?: (facts: OauthFacts) => string;
}

/** Makes the steps in turn until one fails. */
export async function runSteps(
  send: OauthSend,
  ids: readonly OauthStepId[],
  { settings = {}, facts: given = {}, callback = toGoodAnswer }: Options = {},
): Promise<Run> {
  let facts: OauthFacts = { ...NO_OAUTH_FACTS, ...given };
  let outcome: StepOutcome | null = null;
  for (const id of ids) {
    if (id === 'callback') facts = { ...facts, callback: callback(facts) };
    const step = OAUTH_STEPS.find((each) => each.id === id);
    if (step === undefined) throw new Error(id);
    outcome = await step.run({ settings: { ...SETTINGS, ...settings }, facts, send });
    const { result } = outcome;
    if (!result.ok) return { facts, problem: result, outcome };
    facts = { ...facts, ...result.value };
  }
  return { facts, problem: null, outcome };
}

export function toGoodAnswer({ request }: OauthFacts): string {
  const { state = '', issuer = '' } = request ?? {};
  return new URLSearchParams({ code: 'code-1', state, iss: issuer }).toString();
}

/** Up to the tokens. */
export const ALL_STEPS: readonly OauthStepId[] = [
  'challenge',
  'resource',
  'server',
  'client',
  'request',
  'callback',
  'token',
];
