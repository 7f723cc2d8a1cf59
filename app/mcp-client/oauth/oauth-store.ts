import type { OauthClientIdentity, OauthTokens } from './oauth-flow.ts';

/** The authorization that is kept for one server between its connections. */
export interface KeptAuthorization {
  /** The server it is for: tokens go nowhere else. */
  serverUrl: string;
  tokens: OauthTokens | null;
  client: OauthClientIdentity | null;
  /** All scopes asked for so far: the next request loses none of them. */
  scope: string | null;
}

/** Keeps it in the browser, in memory or longer. */
export interface OauthStore {
  read: () => KeptAuthorization | null;
  write: (kept: KeptAuthorization | null) => void;
}
