import type { OauthFacts } from './oauth-flow.ts';
import type { RunStep } from './oauth-step.ts';
import { askWithToken } from './steps/ask-with-token.ts';
import { askWithoutToken } from './steps/ask-without-token.ts';
import { findAuthorizationServer } from './steps/find-authorization-server.ts';
import { findProtectedResource } from './steps/find-protected-resource.ts';
import { prepareAuthorization } from './steps/prepare-authorization.ts';
import { readCallback } from './steps/read-callback.ts';
import { redeemCode } from './steps/redeem-code.ts';
import { refreshTokens } from './steps/refresh-tokens.ts';
import { registerClient } from './steps/register-client.ts';

export type OauthStepId =
  | 'challenge'
  | 'resource'
  | 'server'
  | 'client'
  | 'request'
  | 'callback'
  | 'token'
  | 'use'
  | 'refresh';

export interface OauthStep {
  id: OauthStepId;
  title: string;
  /** Its purpose, in a sentence. */
  purpose: string;
  run: RunStep;
  /** The facts that it finds; making it again makes those of later steps void. */
  gives: readonly (keyof OauthFacts)[];
}

/** The flow of MCP's authorization, in its order. */
export const OAUTH_STEPS: readonly OauthStep[] = [
  {
    id: 'challenge',
    title: 'Ask without a token',
    purpose: 'The server refuses, and says where its metadata is.',
    run: askWithoutToken,
    gives: ['challenge'],
  },
  {
    id: 'resource',
    title: 'Resource metadata',
    purpose: 'The server says who gives tokens for it (RFC 9728).',
    run: findProtectedResource,
    gives: ['resource'],
  },
  {
    id: 'server',
    title: 'Authorization server metadata',
    purpose: 'The authorization server says where and how (RFC 8414, OpenID Connect).',
    run: findAuthorizationServer,
    gives: ['server'],
  },
  {
    id: 'client',
    title: 'Client registration',
    purpose:
      'This client becomes known: by a metadata document, dynamically, or as your own client.',
    run: registerClient,
    gives: ['client'],
  },
  {
    id: 'request',
    title: 'Authorization request',
    purpose:
      'The address of the sign-in, with PKCE, state, scopes and resource (RFC 7636, RFC 8707).',
    run: prepareAuthorization,
    gives: ['request'],
  },
  {
    id: 'callback',
    title: 'Sign in',
    purpose: 'You sign in, and the answer is checked: state and issuer (RFC 9207).',
    run: readCallback,
    gives: ['callback', 'code'],
  },
  {
    id: 'token',
    title: 'Access token',
    purpose: 'The code is exchanged for tokens.',
    run: redeemCode,
    gives: ['tokens'],
  },
  {
    id: 'use',
    title: 'Ask with the token',
    purpose: 'The server answers, or asks for more scopes.',
    run: askWithToken,
    gives: [],
  },
  {
    id: 'refresh',
    title: 'Refresh',
    purpose: 'The access token is renewed without you.',
    run: refreshTokens,
    gives: [],
  },
];

/** The facts that still hold when a step is run again: none of its own, and none of later steps. */
export function dropFactsFrom(facts: OauthFacts, id: OauthStepId): OauthFacts {
  const from = OAUTH_STEPS.findIndex((step) => step.id === id);
  const kept = { ...facts };
  const { gives } = OAUTH_STEPS[from] ?? { gives: [] };
  if (gives.length === 0) return kept;
  for (const step of OAUTH_STEPS.slice(from)) for (const name of step.gives) kept[name] = null;
  return kept;
}
