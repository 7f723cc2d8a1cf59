import type { Clock } from '#app/platform/clock.ts';

import type { TurnUsage } from './chat-parts.ts';
import type { TurnBudget } from './turn-budget.ts';

/** US dollars for a million tokens. */
interface Price {
  input: number;
  output: number;
}

/** From this share of tokens or time on, the next answer is the last: it needs some of both. */
const ENOUGH = 0.8;

/** Measures a turn against its budget. */
export class TurnMeter {
  readonly #budget: TurnBudget;
  readonly #price: Price | null;
  readonly #now: Clock;
  readonly #startedAt: number;
  #steps = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  #isLast = false;

  constructor(budget: TurnBudget, price: Price | null, now: Clock) {
    this.#budget = budget;
    this.#price = price;
    this.#now = now;
    this.#startedAt = now();
  }

  /** Whether the answer that is asked for now is the last one, because the budget ends. */
  beginStep(): boolean {
    const { steps, outputTokens, milliseconds } = this.#budget;
    this.#isLast =
      this.#steps >= steps - 1 ||
      this.#outputTokens >= outputTokens * ENOUGH ||
      this.#now() - this.#startedAt >= milliseconds * ENOUGH;
    return this.#isLast;
  }

  endStep(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }): void {
    this.#steps += 1;
    this.#inputTokens += usage.inputTokens ?? 0;
    this.#outputTokens += usage.outputTokens ?? 0;
  }

  /** The last answer was given because the budget ended. */
  get isSpent(): boolean {
    return this.#isLast;
  }

  /** Tokens that the answers to come may have. */
  get tokensLeft(): number {
    return Math.max(0, this.#budget.outputTokens - this.#outputTokens);
  }

  get usage(): TurnUsage {
    const { steps, outputTokens, milliseconds } = this.#budget;
    const cost = this.#price
      ? (this.#inputTokens * this.#price.input + this.#outputTokens * this.#price.output) / 1e6
      : null;
    return {
      steps: this.#steps,
      tokens: this.#outputTokens,
      seconds: Math.round((this.#now() - this.#startedAt) / 1_000),
      ...(cost === null ? {} : { cost }),
      of: { steps, tokens: outputTokens, seconds: milliseconds / 1_000 },
    };
  }
}
