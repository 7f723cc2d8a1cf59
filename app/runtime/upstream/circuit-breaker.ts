import type { BreakerPolicy } from '../policies.ts';

/** Conclusion from a request about its upstream. */
export type CallOutcome = 'works' | 'fails' | 'unknown';

export type BreakerState = 'closed' | 'open' | 'halfOpen';

/**
 * Whether a request may be sent. The result of a trial must be recorded, or no other starts before `until`.
 */
export type Admission = { ok: true; isTrial: boolean } | { ok: false; retryInMs: number };

/** Pauses an upstream that fails repeatedly, and lets one request at a time test it. */
export interface CircuitBreaker {
  /** @param until latest end of the request, in milliseconds of the clock. */
  admit: (until: number) => Admission;
  record: (verdict: CallOutcome, isTrial: boolean) => void;
  state: () => BreakerState;
}

/**
 * Creates a closed breaker. It opens after a number of consecutive failures, is half open after the
 * cool-down, and a successful trial closes it.
 */
export function createCircuitBreaker(policy: BreakerPolicy, now: () => number): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  // A trial has its own deadline: in workerd a request may stop midway without notice.
  let trialUntil = 0;
  return {
    admit: (until) => {
      if (failures < policy.failures) return { ok: true, isTrial: false };
      const time = now();
      const closedUntil = Math.max(openUntil, trialUntil);
      if (time < closedUntil) return { ok: false, retryInMs: closedUntil - time };
      trialUntil = until;
      return { ok: true, isTrial: true };
    },
    record: (verdict, isTrial) => {
      if (isTrial) trialUntil = 0;
      if (verdict === 'works') failures = 0;
      if (verdict !== 'fails') return;
      failures += 1;
      if (failures >= policy.failures) openUntil = now() + policy.cooldownMs;
    },
    state: () => {
      if (failures < policy.failures) return 'closed';
      return now() < openUntil ? 'open' : 'halfOpen';
    },
  };
}
