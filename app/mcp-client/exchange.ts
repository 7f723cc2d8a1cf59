import type { JsonObject } from '#app/runtime/definition.ts';

/** One message of JSON-RPC, as it travelled. */
export interface Frame {
  /** Ascending within a connection. */
  id: number;
  direction: 'sent' | 'received';
  message: JsonObject;
  /** Milliseconds since the epoch. */
  at: number;
  /** The HTTP exchange that carried it, where one is known. */
  exchangeId: number | null;
  /** The sentence that says how it breaks JSON-RPC; absent where it does not. */
  invalid?: string;
}

/** One HTTP request and what came back, with secrets as they were: screens and exports mask them. */
export interface HttpExchange {
  id: number;
  /** Whether the browser asked the server itself. */
  route: 'direct' | 'relay';
  method: string;
  /** The target's address, also where the relay asked it. */
  url: string;
  requestHeaders: readonly (readonly [name: string, value: string])[];
  requestBody: string | null;
  startedAt: number;
  /** Null while nothing came. */
  response: {
    status: number;
    headers: readonly (readonly [name: string, value: string])[];
    /** As much of the text as is kept; grows while a stream is open. */
    body: string;
    isCut: boolean;
    /** Bytes that were received. */
    bytes: number;
    headersAt: number;
    /** Null while the body is open. */
    endedAt: number | null;
  } | null;
  /** The network's reason where no answer came. */
  error: string | null;
}

/** Everything that a connection has sent and received; the oldest leave when a limit of entries or bytes is reached. */
export interface ExchangeLog {
  getFrames: () => readonly Frame[];
  getExchanges: () => readonly HttpExchange[];
  /** Calls back at most once per animation frame; returns how to end it. */
  subscribe: (onChange: () => void) => () => void;
  clear: () => void;
}
