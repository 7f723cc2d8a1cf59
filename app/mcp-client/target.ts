/** Revisions that a connection can be held to, newest first. */
export const REVISIONS = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
] as const;

export type Revision = (typeof REVISIONS)[number];

/** `auto` asks for the newest era and falls back; `legacy` begins with `initialize`. */
export type EraChoice = 'auto' | 'legacy' | Revision;

/** `auto` asks from the browser first, and through the relay where the browser cannot. */
export type RouteChoice = 'auto' | 'direct' | 'relay';

export interface TargetHeader {
  name: string;
  /** Never leaves the browser except to the target. */
  value: string;
}

/** How the token request proves the client; as in a server's `token_endpoint_auth_methods_supported`. */
export type ClientAuthentication = 'none' | 'client_secret_basic' | 'client_secret_post';

export type TargetAuth =
  | { kind: 'none' }
  | { kind: 'bearer'; token: string }
  | {
      kind: 'oauth';
      /** Empty: registered by client ID document or dynamically. */
      clientId: string;
      clientSecret: string;
      /** Space-separated; empty: what the server asks for. */
      scope: string;
      /** Null: the strongest that the server offers. */
      method: ClientAuthentication | null;
    };

/** A server that the tester talks to, as it is saved in the browser. */
export interface ServerTarget {
  id: string;
  name: string;
  url: string;
  /** `sse` is the transport of 2024-11-05, with an event stream of its own. */
  transport: 'http' | 'sse';
  era: EraChoice;
  route: RouteChoice;
  headers: readonly TargetHeader[];
  auth: TargetAuth;
  /** Milliseconds without an answer or progress, after which a request ends. */
  timeoutMs: number;
  /** Milliseconds after which a request ends whatever its progress. */
  maxTimeoutMs: number;
}
