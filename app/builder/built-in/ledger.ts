import type { Call, FinishedCall } from './turn.ts';

/**
 * Tells which of the calls that a turn needs have been made. A turn is thought through anew in every
 * step, so the same calls come up in the same order.
 */
export class Ledger {
  readonly #open: FinishedCall[];
  readonly #missing: Call[] = [];

  constructor(results: readonly FinishedCall[]) {
    this.#open = [...results];
  }

  /** Calls that are still to be made. */
  get missing(): readonly Call[] {
    return this.#missing;
  }

  /** The results of these calls; null while some of them are to be made. */
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
    // Whoever runs the calls may have written the input anew.
    const at = same === -1 ? this.#open.findIndex(({ tool }) => tool === call.tool) : same;
    if (at === -1) {
      this.#missing.push(call);
      return null;
    }
    return this.#open.splice(at, 1)[0] ?? null;
  }
}
