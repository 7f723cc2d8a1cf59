import { DEFAULT_BREAKER, DEFAULT_CONCURRENCY } from '../default-policies.ts';
import type { Policies } from '../policies.ts';
import { systemTiming } from '../timing.ts';
import type { Timing } from '../timing.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { BreakerState, CallOutcome } from './circuit-breaker.ts';
import { createTurns } from './turns.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/** Concurrency limit and circuit breaker of one upstream. */
export interface UpstreamGate {
  /**
   * Waits for a free slot.
   *
   * @returns a function to call with what the outcome shows.
   * @throws UpstreamFailure if the circuit is open, or too many wait.
   */
  enter: (
    host: string,
    signal: AbortSignal,
    until: number,
  ) => Promise<(verdict: CallOutcome) => void>;
  state: () => BreakerState;
  /** Requests in flight. */
  taken: () => number;
}

/** Gates of a server's upstreams by id. They live as long as their owner. */
export interface UpstreamGates {
  of: (upstream: string) => UpstreamGate;
  /** Gates used so far. */
  all: () => ReadonlyMap<string, UpstreamGate>;
}

/** Creates gates that are all open. */
export function createUpstreamGates(
  policies: Pick<Policies, 'breaker' | 'concurrency'>,
  timing: Timing = systemTiming,
): UpstreamGates {
  const gates = new Map<string, UpstreamGate>();
  return {
    of: (upstream) => {
      const gate = gates.get(upstream) ?? createGate(policies, timing);
      gates.set(upstream, gate);
      return gate;
    },
    all: () => gates,
  };
}

function createGate(
  {
    breaker: breakerPolicy = DEFAULT_BREAKER,
    concurrency = DEFAULT_CONCURRENCY,
  }: Pick<Policies, 'breaker' | 'concurrency'>,
  timing: Timing,
): UpstreamGate {
  const breaker = createCircuitBreaker(breakerPolicy, timing.now);
  const turns = createTurns(concurrency, timing);
  return {
    enter: async (host, signal, until) => {
      const leave = await turns.take(signal, until);
      if (leave === null) {
        if (signal.aborted) throw new Error('The work was aborted.');
        const others =
          timing.now() < until
            ? `with ${concurrency.waiting} more waiting`
            : 'and this one timed out while waiting';
        const message = `${concurrency.atOnce} calls to ${host} are in progress, ${others}.`;
        throw new UpstreamFailure('busy', message);
      }
      const admission = breaker.admit(until);
      if (!admission.ok) {
        leave();
        const message = `${host} failed ${breakerPolicy.failures} times in a row or more, so nothing is sent to it for now. Try again in ${toSeconds(admission.retryInMs)}.`;
        throw new UpstreamFailure('heldBack', message);
      }
      return (verdict) => {
        leave();
        breaker.record(verdict, admission.isTrial);
      };
    },
    state: breaker.state,
    taken: turns.taken,
  };
}

function toSeconds(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
