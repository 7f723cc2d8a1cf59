/** Milliseconds that a request may take. */
export interface CallTimes {
  timeoutMs: number;
  maxTimeoutMs: number;
}

/** Ends a request that takes too long; time in which the server waits for the person does not count. */
export class CallTimer {
  readonly #limits: CallTimes;
  readonly #isPaused: () => boolean;
  readonly #onEnd: (message: string) => void;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #whole: ReturnType<typeof setTimeout> | undefined;

  constructor(limits: CallTimes, isPaused: () => boolean, onEnd: (message: string) => void) {
    this.#limits = limits;
    this.#isPaused = isPaused;
    this.#onEnd = onEnd;
    this.heard();
    this.#startWhole();
  }

  /** The server gave a sign of progress. */
  heard(): void {
    clearTimeout(this.#quiet);
    const { timeoutMs } = this.#limits;
    this.#quiet = setTimeout(() => {
      if (this.#isPaused()) return this.heard();
      this.#onEnd(`Neither an answer nor progress came within ${toSeconds(timeoutMs)}.`);
    }, timeoutMs);
  }

  stop(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#whole);
  }

  #startWhole(): void {
    const { maxTimeoutMs } = this.#limits;
    this.#whole = setTimeout(() => {
      if (this.#isPaused()) return this.#startWhole();
      this.#onEnd(`No answer came within ${toSeconds(maxTimeoutMs)}, whatever the progress.`);
    }, maxTimeoutMs);
  }
}

function toSeconds(ms: number): string {
  return `${ms / 1_000} s`;
}
