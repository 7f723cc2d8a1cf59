import { systemClock, type Clock } from '#app/platform/clock.ts';

import type { RelayLimits } from './relay-limits.ts';

interface Exchange {
  owner: string;
  host: string;
  until: number;
}

/** The exchanges of one isolate that have not ended. */
export class RelaySlots {
  readonly #open = new Set<Exchange>();
  readonly #now: Clock;

  constructor(now: Clock = systemClock) {
    this.#now = now;
  }

  /** Begins an exchange: gives the function that ends it, or null where this person has too many. */
  take(owner: string, host: string, limits: RelayLimits): (() => void) | null {
    const now = this.#now();
    let all = 0;
    let toHost = 0;
    for (const each of this.#open) {
      // The rest of a request whose browser has left may never run.
      if (each.until <= now) this.#open.delete(each);
      else if (each.owner === owner) {
        all += 1;
        if (each.host === host) toHost += 1;
      }
    }
    if (all >= limits.atOnce || toHost >= limits.atOnceToHost) return null;
    const exchange = { owner, host, until: now + limits.totalMs + limits.callMs };
    this.#open.add(exchange);
    return () => void this.#open.delete(exchange);
  }
}
