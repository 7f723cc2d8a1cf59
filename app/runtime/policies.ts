/** Limits of a server, for its callers and its upstreams. */
export interface Policies {
  /** Time-out of an upstream call, in milliseconds. */
  timeoutMs: number;
  /** Maximum size of an upstream's response in bytes; longer ones fail. */
  maxUpstreamBytes: number;
  /** Maximum size of a tool's result in bytes; longer ones are cut with a notice. */
  maxResultBytes: number;
  /** Origins that browsers may call from, besides localhost and the server's own. */
  allowedOrigins: string[];
  /** Retries of repeatable calls; absent: the runtime's default. */
  retries?: RetryPolicy;
  /** When a failing upstream is paused; absent: the runtime's default. */
  breaker?: BreakerPolicy;
  /** Concurrent calls per upstream; absent: the runtime's default. */
  concurrency?: ConcurrencyPolicy;
  /** Asks the user before a destructive tool runs, if the client supports it; default: true. */
  confirmDestructive?: boolean;
}

/** Only idempotent calls are retried, and only within their time-out. */
export interface RetryPolicy {
  /** Maximum number of attempts including the first; 1: no retries. */
  attempts: number;
  /** Upper bound of the random delay before the second attempt, in milliseconds; doubles each time. */
  baseDelayMs: number;
  /** Upper bound of random delays in milliseconds; an upstream's own `Retry-After` may exceed it. */
  maxDelayMs: number;
}

export interface BreakerPolicy {
  /** Consecutive failures after which calls are paused. */
  failures: number;
  /** Milliseconds until one call may test the upstream. */
  cooldownMs: number;
}

export interface ConcurrencyPolicy {
  /** Maximum number of requests in flight to one upstream. */
  atOnce: number;
  /** Maximum number of waiting requests; more are rejected. */
  waiting: number;
}
