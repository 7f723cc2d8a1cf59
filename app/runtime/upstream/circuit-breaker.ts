import type { BreakerPolicy } from '../policies.ts';

/** What a request showed of its upstream. */
export type Verdict = 'works' | 'fails' | 'unknown';

export type BreakerState = 'closed' | 'open' | 'halfOpen';

/** Whether a request may go out. A trial has to be recorded, or nobody else gets one before `until`. */
export type Admission = { ok: true; isTrial: boolean } | { ok: false; retryInMs: number };

/** Leaves an upstream alone that fails again and again, and lets one request at a time try it. */
export interface CircuitBreaker {
  /** @param until when the request is over at the latest, by the clock. */
  admit: (until: number) => Admission;
  record: (verdict: Verdict, isTrial: boolean) => void;
  state: () => BreakerState;
}

/**
 * Makes a breaker that is closed. It opens after so many failures in a row, is half open after the
 * cool-down, and a trial that works closes it.
 */
export function createCircuitBreaker(policy: BreakerPolicy, now: () => number): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  // A trial has an end of its own: in workerd a request may stop in the middle without a word.
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
