import type { BreakerPolicy, ConcurrencyPolicy, RetryPolicy } from './policies.ts';

/** Three attempts outlast a restart behind a load balancer; more would only add to an overload. */
export const DEFAULT_RETRIES: RetryPolicy = {
  attempts: 3,
  baseDelayMs: 250,
  maxDelayMs: 5_000,
};

/** Five consecutive failures are no coincidence. */
export const DEFAULT_BREAKER: BreakerPolicy = { failures: 5, cooldownMs: 15_000 };

/** More than a browser opens to one host, less than floods a small API. */
export const DEFAULT_CONCURRENCY: ConcurrencyPolicy = { atOnce: 32, waiting: 256 };
