import type { JsonObject } from '#app/runtime/definition.ts';

import type { LogLimits } from './kept-log.ts';

/** As the global `fetch`, with what a connection hands it. */
export type FetchText = (input: string, init: RequestInit) => Promise<Response>;

/** Access tokens of a server that is protected by OAuth; where they come from is the caller's affair. */
export interface AccessTokens {
  getToken: () => Promise<string | null>;
  /** The server refused with 401, or with 403 for a scope; true: there is another token to ask again with. */
  onRefused: (refusal: TokenRefusal, signal?: AbortSignal) => Promise<boolean>;
}

export interface TokenRefusal {
  status: 401 | 403;
  /** `WWW-Authenticate`, where the server sent one that can be read. */
  challenge: string | null;
  /** The token that was refused; null: none was sent. */
  token: string | null;
}

export interface ConnectionOptions {
  /** Asks the server itself; absent: the page's own `fetch`. */
  fetch?: FetchText;
  /** Our relay's address, and how it is asked, which is with the page's session; absent: there is none. */
  relayUrl?: string;
  relayFetch?: FetchText;
  tokens?: AccessTokens;
  clientInfo?: { name: string; version: string };
  /** Capabilities that the server is told of; absent: all that the tester has. */
  capabilities?: JsonObject;
  logLimits?: Partial<LogLimits>;
  /** Milliseconds before each attempt to connect again; absent: from at once to half a minute in all. */
  pausesMs?: readonly number[];
}

export const CLIENT_INFO = { name: 'mcp-builder-client', version: '1.0.0' };

/** All that the tester can do for a server. */
export const CAPABILITIES: JsonObject = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: { listChanged: true },
  extensions: {
    'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
    'io.modelcontextprotocol/tasks': {},
  },
};

export const PAUSES_MS: readonly number[] = [0, 1_000, 2_000, 4_000, 8_000, 15_000];
