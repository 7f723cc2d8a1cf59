import type { Call, FinishedCall } from './turn.ts';

/**
 * Tracks which of a turn's calls have been made. Each step computes the whole turn again, so the same calls
 * recur in the same order.
 */
export class Ledger {
  readonly #open: FinishedCall[];
  readonly #missing: Call[] = [];

  constructor(results: readonly FinishedCall[]) {
    this.#open = [...results];
  }

  /** Calls still to be made. */
  get missing(): readonly Call[] {
    return this.#missing;
  }

  /** The results of these calls; null while some are missing. */
  take(calls: readonly Call[]): FinishedCall[] | null {
    const found = calls.map((call) => this.#takeOne(call));
    const done = found.filter((each) => each !== null);
    return done.length === calls.length ? done : null;
  }

  #takeOne(call: Call): FinishedCall | null {
    const input = JSON.stringify(call.input);
    const isSame = (result: FinishedCall) =>
      result.tool === call.tool && JSON.stringify(result.input) === input;
    const same = this.#open.findIndex(isSame);
    // The caller may have rewritten the input.
    const at = same === -1 ? this.#open.findIndex(({ tool }) => tool === call.tool) : same;
    if (at === -1) {
      this.#missing.push(call);
      return null;
    }
    return this.#open.splice(at, 1)[0] ?? null;
  }
}
