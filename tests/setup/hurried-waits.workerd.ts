/** Microtasks after which a caller that waits has said so. */
const TURNS = 20;
/** Milliseconds after which a caller that waits for nothing yet has said so. */
const MOMENT_MS = 100;

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
    const wait = { run };
    this.#waits.set(timer, wait);
    for (const claim of this.#claims) claim.resolve(wait);
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
    const wait = this.#last() ?? (await Promise.race([claim.promise, this.#moment()]));
    this.#claims = this.#claims.filter((each) => each !== claim);
    await ready;
    // A caller that gives its work piece by piece waits anew for the end of it.
    const end = () => (wait && this.#isOn(wait) ? wait : this.#last())?.run();
    this.#setTimeout.call(globalThis, end, 0);
    return wait !== undefined;
  }

  #last(): Wait | undefined {
    return [...this.#waits.values()].at(-1);
  }

  #isOn(wait: Wait): boolean {
    return [...this.#waits.values()].includes(wait);
  }

  /** Time for a caller that gives its work piece by piece: it waits from the first piece on. */
  async #moment(): Promise<undefined> {
    await new Promise((resolve) => this.#setTimeout.call(globalThis, resolve, MOMENT_MS));
    return undefined;
  }

  /** Lets all waits be as they were. */
  stop(): void {
    Object.assign(globalThis, { setTimeout: this.#setTimeout, clearTimeout: this.#clearTimeout });
  }
}
