/** Microtasks after which a caller that waits has said so. */
const TURNS = 20;

/** A wait that the code under test has begun, and not ended. */
interface Wait {
  run: () => void;
}

/**
 * Ends the waits of the code under test at once where it waits for something that never comes, so that a test of
 * a budget of seconds takes none. All other waits take as long as ever.
 */
export class HurriedWaits {
  readonly #waits = new Map<unknown, Wait>();
  readonly #setTimeout = globalThis.setTimeout;
  readonly #clearTimeout = globalThis.clearTimeout;
  #claims: PromiseWithResolvers<Wait | undefined>[] = [];

  constructor() {
    const start = (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      this.#start(() => callback(...args), ms);
    const clear = (timer: Parameters<typeof clearTimeout>[0]) => {
      this.#waits.delete(timer);
      this.#clearTimeout.call(globalThis, timer);
    };
    Object.assign(globalThis, { setTimeout: start, clearTimeout: clear });
  }

  #start(callback: () => void, ms: number | undefined): unknown {
    const run = () => {
      if (!this.#waits.delete(timer)) return;
      callback();
    };
    const timer: unknown = this.#setTimeout.call(globalThis, run, ms);
    this.#waits.set(timer, { run });
    for (const claim of this.#claims) claim.resolve({ run });
    this.#claims = [];
    return timer;
  }

  /**
   * Ends the wait for a call that has just been made and will never be answered, once `ready`: the one that its
   * caller begins with the call, or the last one that is under way.
   * @returns whether there is one; if not, its caller waits for ever
   */
  async end(ready: Promise<unknown>): Promise<boolean> {
    const claim = Promise.withResolvers<Wait | undefined>();
    this.#claims.push(claim);
    // A caller may begin its wait only when it awaits the call.
    for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
    this.#claims = this.#claims.filter((each) => each !== claim);
    claim.resolve([...this.#waits.values()].at(-1));
    const wait = await claim.promise;
    await ready;
    this.#setTimeout.call(globalThis, () => wait?.run(), 0);
    return wait !== undefined;
  }

  /** Lets all waits be as they were. */
  stop(): void {
    Object.assign(globalThis, { setTimeout: this.#setTimeout, clearTimeout: this.#clearTimeout });
  }
}
