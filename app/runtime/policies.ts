/** What a server allows itself, its callers and its upstreams. */
export interface Policies {
  /** Milliseconds until an upstream call is given up. */
  timeoutMs: number;
  /** Bytes read of an upstream's answer at most; what is longer fails. */
  maxUpstreamBytes: number;
  /** Bytes of a tool's result at most; what is longer is cut with a notice. */
  maxResultBytes: number;
  /** Origins besides localhost and the server's own that browsers may call from. */
  allowedOrigins: string[];
  /** How often a call that may be repeated is sent; the runtime's default where absent. */
  retries?: RetryPolicy;
  /** When an upstream that fails is left alone; the runtime's default where absent. */
  breaker?: BreakerPolicy;
  /** How many calls an upstream gets at the same time; the runtime's default where absent. */
  concurrency?: ConcurrencyPolicy;
  /** Asks the user before a destructive tool runs, where the client can; absent: yes. */
  confirmDestructive?: boolean;
}

/** Only calls that do no more when they are done twice are repeated, and only within their time. */
export interface RetryPolicy {
  /** Times that a request is sent at most, the first one included; 1: never again. */
  attempts: number;
  /** Milliseconds that the wait before the second attempt is drawn from; doubles each time. */
  baseDelayMs: number;
  /** Milliseconds that no drawn wait exceeds; an upstream's own `Retry-After` may. */
  maxDelayMs: number;
}

export interface BreakerPolicy {
  /** Failures in a row after which calls are held back. */
  failures: number;
  /** Milliseconds until one call may try whether it works again. */
  cooldownMs: number;
}

export interface ConcurrencyPolicy {
  /** Requests on their way to one upstream at most. */
  atOnce: number;
  /** Requests that wait for their turn at most; more are refused. */
  waiting: number;
}
