import type { Clock } from '#app/platform/clock.ts';

/** How many calls there may be at the same time. */
export interface SlotLimits {
  /** At work, of all keys and of one. */
  atWork: number;
  atWorkOfKey: number;
  /** Waiting for others to end, of all keys and of one. */
  waiting: number;
  waitingOfKey: number;
  /** Milliseconds after which a call waits no longer. */
  waitMs: number;
  /** Milliseconds after which a call counts as lost: its request may have ended without a word. */
  lostMs: number;
}

interface Call {
  key: string;
  until: number;
}

interface WaitingCall extends Call {
  lookedAt: number;
}

/** How often a waiting call looks whether it may begin. */
const LOOK_MS = 20;
/** One that has not looked for so long is given up by its request, and holds up nobody. */
const UNSEEN_MS = 500;

/**
 * The calls that an isolate works on: so many at a time, no more than a share of them of one key, and a few that
 * wait in the order in which they came. A call looks by itself whether it may begin, as one request must not wait
 * for a promise of another one.
 */
export class CallSlots {
  readonly #limits: SlotLimits;
  readonly #now: Clock;
  readonly #sleep: (milliseconds: number) => Promise<void>;
  readonly #atWork = new Set<Call>();
  readonly #waiting = new Set<WaitingCall>();

  constructor(
    limits: SlotLimits,
    now: Clock = Date.now,
    sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
  ) {
    this.#limits = limits;
    this.#now = now;
    this.#sleep = sleep;
  }

  /** Begins a call: gives what ends it, or null where there are too many, or the caller is gone. */
  async take(key: string, signal: AbortSignal): Promise<(() => void) | null> {
    this.#forgetLost();
    if (this.#hasRoomBesideWaiting(key)) return this.#begin(key, signal);
    const { waiting, waitingOfKey, waitMs } = this.#limits;
    if (this.#waiting.size >= waiting) return null;
    if (countOf(this.#waiting, key) >= waitingOfKey) return null;
    const call = { key, until: this.#now() + waitMs, lookedAt: this.#now() };
    this.#waiting.add(call);
    try {
      while (!signal.aborted && this.#now() < call.until) {
        call.lookedAt = this.#now();
        if (this.#findNext() === call) return this.#begin(key, signal);
        await this.#sleep(LOOK_MS);
        this.#forgetLost();
      }
      return null;
    } finally {
      this.#waiting.delete(call);
    }
  }

  #begin(key: string, signal: AbortSignal): () => void {
    const call = { key, until: this.#now() + this.#limits.lostMs };
    this.#atWork.add(call);
    const end = () => {
      this.#atWork.delete(call);
      // The signal is kept for longer than its request, with all that listens to it.
      signal.removeEventListener('abort', end);
    };
    // The rest of a request whose caller is gone may never run.
    signal.addEventListener('abort', end, { once: true });
    return end;
  }

  #hasRoom(key: string): boolean {
    const { atWork, atWorkOfKey } = this.#limits;
    return this.#atWork.size < atWork && countOf(this.#atWork, key) < atWorkOfKey;
  }

  /** Whether a call may begin although others wait: they look only now and then, and their slots are kept. */
  #hasRoomBesideWaiting(key: string): boolean {
    const next = new Set(this.#listNext());
    const { atWork, atWorkOfKey } = this.#limits;
    const ofKey = countOf(this.#atWork, key) + countOf(next, key);
    return this.#atWork.size + next.size < atWork && ofKey < atWorkOfKey;
  }

  /** The first waiting call for which there is room. */
  #findNext(): WaitingCall | undefined {
    return this.#listNext()[0];
  }

  /** The waiting calls for which there is room now, in the order in which they came. */
  #listNext(): WaitingCall[] {
    if (this.#waiting.size === 0) return [];
    const since = this.#now() - UNSEEN_MS;
    return [...this.#waiting].filter(
      ({ key, lookedAt }) => lookedAt >= since && this.#hasRoom(key),
    );
  }

  #forgetLost(): void {
    const now = this.#now();
    for (const calls of [this.#atWork, this.#waiting]) {
      for (const call of calls) if (call.until <= now) calls.delete(call);
    }
  }
}

function countOf(calls: ReadonlySet<Call>, key: string): number {
  let count = 0;
  for (const call of calls) if (call.key === key) count += 1;
  return count;
}
