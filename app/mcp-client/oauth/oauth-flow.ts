import type { Result } from '#app/platform/result.ts';
import type { HttpExchange } from '#app/mcp-client/exchange.ts';
import type { ClientAuthentication } from '#app/mcp-client/target.ts';

import type { AuthorizationServer, ProtectedResource } from './oauth-documents.ts';
import type { BearerChallenge } from './parse-challenge.ts';

/** How the client gets its id; `auto`: an own one, else by document, else dynamically. */
export type Registration = 'auto' | 'document' | 'dynamic' | 'own';

/** The choices of the person, and what is known about ourselves. */
export interface OauthSettings {
  serverUrl: string;
  /** Of the person's own; they are sent to the server instead of a token that OAuth brings. */
  headers: Readonly<Record<string, string>>;
  registration: Registration;
  /** An own client; empty: none. */
  clientId: string;
  clientSecret: string;
  /** Space-separated; empty: what the server asks for. */
  scope: string;
  /** Null: the strongest that both sides have. */
  method: ClientAuthentication | null;
  /** Address of the authorization server, where the server's own metadata does not name it; empty: what it names. */
  issuer: string;
  /** The callback page. */
  redirectUri: string;
  /** Address of the client ID metadata document. */
  clientDocument: string;
}

/** A client as one authorization server knows it. */
export interface OauthClientIdentity {
  id: string;
  secret: string | null;
  /** How it proves itself at the token endpoint; null: as the server prefers. */
  method: ClientAuthentication | null;
  source: 'own' | 'document' | 'dynamic';
  /** Credentials are of no use elsewhere, and are never sent elsewhere. */
  issuer: string;
}

/** The address that the browser is sent to, and everything its answer is held against. */
export interface AuthorizationRequest {
  url: string;
  state: string;
  verifier: string;
  challenge: string;
  /** RFC 9207: recorded before the person leaves. */
  issuer: string;
  redirectUri: string;
  scope: string | null;
  resource: string;
}

/** Tokens as a screen and a connection use them. */
export interface OauthTokens {
  accessToken: string;
  refreshToken: string | null;
  /** As granted; null: neither asked for nor told. */
  scope: string | null;
  /** Milliseconds since the epoch; null: not told. */
  expiresAt: number | null;
  issuer: string;
}

/** Everything that the steps have found out so far. */
export interface OauthFacts {
  challenge: (BearerChallenge & { status: number }) | null;
  resource: ProtectedResource | null;
  server: AuthorizationServer | null;
  client: OauthClientIdentity | null;
  request: AuthorizationRequest | null;
  /** Query of the callback page's address. */
  callback: string | null;
  code: string | null;
  tokens: OauthTokens | null;
}

export const NO_OAUTH_FACTS: OauthFacts = {
  challenge: null,
  resource: null,
  server: null,
  client: null,
  request: null,
  callback: null,
  code: null,
  tokens: null,
};

/** One thing that a step has looked at. */
export interface StepFinding {
  verdict: 'pass' | 'warn' | 'fail' | 'note';
  text: string;
}

export interface OauthProblem {
  reason:
    | 'missing-step'
    | 'unreachable'
    | 'unsafe-address'
    | 'bad-answer'
    | 'resource-mismatch'
    | 'issuer-mismatch'
    | 'no-pkce'
    | 'no-registration'
    | 'registration-refused'
    | 'denied'
    | 'state-mismatch'
    | 'token-refused'
    | 'wrong-client'
    | 'not-protected'
    | 'cancelled';
  /** One or two sentences: what happened, and what to do. */
  message: string;
  /** `error` of OAuth, where the server gave one. */
  code?: string;
  /** Scopes that the server asks for besides. */
  scope?: string;
}

/** A request of the flow; redirects are not followed. */
export interface OauthRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/**
 * Makes a request, in as many ways as there are, and gives what happened in each, the decisive one last.
 */
export type OauthSend = (
  request: OauthRequest,
  signal?: AbortSignal,
) => Promise<readonly HttpExchange[]>;

/** How a step went. */
export interface StepOutcome {
  exchanges: readonly HttpExchange[];
  findings: readonly StepFinding[];
  result: Result<Partial<OauthFacts>, OauthProblem>;
}
