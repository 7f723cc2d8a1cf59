import type { ConcurrencyPolicy } from '../policies.ts';
import type { Timing } from '../timing.ts';

/**
 * Polling interval of a waiting request. In workerd a request that holds a slot may stop midway without
 * releasing it, and so may the one that waits before us.
 */
const LOOK_MS = 500;

/** Limits concurrent requests; the others wait in order of arrival. */
export interface Turns {
  /**
   * Resolves with a function that releases the slot; with null if too many wait already, or if the signal is
   * aborted first.
   *
   * @param until latest end of the request, in milliseconds of the clock: no slot is held longer.
   */
  take: (signal: AbortSignal, until: number) => Promise<(() => void) | null>;
  /** Requests in flight. */
  taken: () => number;
}

interface Place {
  until: number;
  wake: () => void;
}

/** Creates a limiter with all slots free. */
export function createTurns({ atOnce, waiting }: ConcurrencyPolicy, timing: Timing): Turns {
  const taken = new Set<{ until: number }>();
  const queue: Place[] = [];
  const isFree = () => {
    if (taken.size < atOnce) return true;
    for (const turn of taken) if (turn.until <= timing.now()) taken.delete(turn);
    return taken.size < atOnce;
  };
  const dropDead = () => {
    const alive = queue.filter(({ until }) => until > timing.now());
    if (alive.length < queue.length) queue.splice(0, queue.length, ...alive);
  };
  const hold = (until: number) => {
    const turn = { until };
    taken.add(turn);
    return () => {
      if (taken.delete(turn)) queue[0]?.wake();
    };
  };
  const wait = async (signal: AbortSignal, until: number) => {
    const place: Place = { until, wake: () => {} };
    queue.push(place);
    while (!signal.aborted && timing.now() < until) {
      const woken = new Promise<void>((resolve) => {
        place.wake = resolve;
      });
      await Promise.race([woken, timing.sleep(LOOK_MS, signal)]);
      dropDead();
      if (!signal.aborted && queue[0] === place && isFree()) {
        queue.shift();
        const release = hold(until);
        if (isFree()) queue[0]?.wake();
        return release;
      }
    }
    const index = queue.indexOf(place);
    if (index !== -1) queue.splice(index, 1);
    // A request that was woken after it left has to pass it on.
    if (index === 0) queue[0]?.wake();
    return null;
  };
  return {
    take: async (signal, until) => {
      if (queue.length === 0 && isFree()) return hold(until);
      dropDead();
      if (queue.length >= waiting) return null;
      return await wait(signal, until);
    },
    taken: () => taken.size,
  };
}
