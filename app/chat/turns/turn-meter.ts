import { costOfTokens, type ModelPrice } from '#app/builder/models/model-price.ts';
import type { TurnUsage } from '#app/chat/chat-parts.ts';
import type { Clock } from '#app/platform/clock.ts';

import type { TurnBudget } from './turn-budget.ts';

/** The model that answers. */
interface Answering {
  label: string;
  isBuiltIn: boolean;
  /** Null where nobody knows. */
  price: ModelPrice | null;
}

/** The usage of one step, as the SDK reports it. */
interface StepUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  inputTokenDetails?:
    | { cacheReadTokens?: number | undefined; cacheWriteTokens?: number | undefined }
    | undefined;
}

/** From this share of tokens or time on, the next answer is the last: it needs some of both. */
const ENOUGH = 0.8;

/** Measures a turn against its budget. */
export class TurnMeter {
  readonly #budget: TurnBudget;
  readonly #now: Clock;
  readonly #startedAt: number;
  #steps = 0;
  #outputTokens = 0;
  #inputTokens = 0;
  #cachedTokens = 0;
  #isLast = false;
  #model: Answering | null = null;
  #isFree = true;
  /** US dollars; null before anything with a price was used. */
  #cost: number | null = null;
  #hasUnpriced = false;

  constructor(budget: TurnBudget, now: Clock) {
    this.#budget = budget;
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

  /** Which model answers from now on. */
  setModel(model: Answering): void {
    this.#model = model;
    this.#isFree &&= model.isBuiltIn;
  }

  /** The built-in builder answered, and no model beside it. */
  get isFree(): boolean {
    return this.#model !== null && this.#isFree;
  }

  endStep(usage: StepUsage): void {
    const { inputTokens = 0, outputTokens = 0 } = usage;
    this.#steps += 1;
    this.#inputTokens += inputTokens;
    const { cacheReadTokens: cached = 0, cacheWriteTokens: cacheWrite = 0 } =
      usage.inputTokenDetails ?? {};
    this.#cachedTokens += cached;
    this.#outputTokens += outputTokens;
    const price = this.#model?.price;
    if (price) {
      const tokens = { input: inputTokens, cached, cacheWrite, output: outputTokens };
      this.#cost = (this.#cost ?? 0) + costOfTokens(tokens, price);
    } else if (inputTokens + outputTokens > 0) {
      this.#hasUnpriced = true;
    }
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
    // A sum that leaves something out would be taken for the whole.
    const cost = this.#hasUnpriced ? null : this.#cost;
    return {
      ...(this.#model ? { model: this.#model.label } : {}),
      ...(this.#model?.isBuiltIn ? { isBuiltIn: true as const } : {}),
      steps: this.#steps,
      tokens: this.#outputTokens,
      ...(this.#inputTokens > 0 ? { input: this.#inputTokens, cached: this.#cachedTokens } : {}),
      seconds: Math.round((this.#now() - this.#startedAt) / 1_000),
      ...(cost === null ? {} : { cost }),
      of: { steps, tokens: outputTokens, seconds: milliseconds / 1_000 },
    };
  }
}
