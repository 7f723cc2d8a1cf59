import { costOfTokens, type ModelPrice } from '#app/builder/models/model-price.ts';
import type { TurnUsage } from '#app/chat/chat-parts.ts';
import { toTokens } from '#app/chat/turns/estimate-tokens.ts';
import type { TurnBudget } from '#app/chat/turns/turn-budget.ts';
import type { Clock } from '#app/platform/clock.ts';

import { readReportedCost } from '#app/builder/models/steps/reported-cost.ts';

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
  /** In the provider's own words. */
  raw?: object | undefined;
}

/** A step that runs: what it was asked, and has written so far. */
interface RunningStep {
  /** Tokens, as they are estimated from the text. */
  asked: number;
  characters: number;
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
  /** The model that is asked first. */
  #expected: Answering | null = null;
  #isFree = true;
  /** US dollars; null before anything with a price was used. */
  #cost: number | null = null;
  #hasUnpriced = false;
  #running: RunningStep | null = null;
  /** Tokens of the last answer's prompt, as its provider counted them, for each that was estimated. */
  #scale = 1;

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

  /** Which model is asked first: it answers, unless another one has to. */
  expectModel(model: Answering): void {
    this.#expected = model;
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

  /** A request is about to be sent, of about so many tokens. */
  ask(tokens: number): void {
    this.#running = { asked: tokens, characters: 0 };
  }

  /** The answer goes on by so many characters; returns about how many tokens it has. */
  write(characters: number): number {
    if (this.#running === null) return 0;
    this.#running.characters += characters;
    return toTokens(this.#running.characters);
  }

  endStep(usage: StepUsage): void {
    const { inputTokens = 0, outputTokens = 0 } = usage;
    const asked = this.#running?.asked ?? 0;
    if (asked > 0 && inputTokens > 0) this.#scale = inputTokens / asked;
    this.#running = null;
    this.#steps += 1;
    this.#inputTokens += inputTokens;
    const { cacheReadTokens: cached = 0, cacheWriteTokens: cacheWrite = 0 } =
      usage.inputTokenDetails ?? {};
    this.#cachedTokens += cached;
    this.#outputTokens += outputTokens;
    const price = this.#model?.price;
    const tokens = { input: inputTokens, cached, cacheWrite, output: outputTokens };
    const cost = readReportedCost(usage.raw) ?? (price ? costOfTokens(tokens, price) : null);
    if (cost !== null) this.#cost = (this.#cost ?? 0) + cost;
    else if (inputTokens + outputTokens > 0) this.#hasUnpriced = true;
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

  /** The usage with the step that runs, as far as that can be told; null where none does, or takes no tokens. */
  get estimate(): TurnUsage | null {
    const model = this.#model ?? this.#expected;
    if (this.#running === null || model === null || model.isBuiltIn) return null;
    const input = Math.round(this.#running.asked * this.#scale);
    const output = toTokens(this.#running.characters);
    // As much of it is cached as of what was read before.
    const share = this.#inputTokens > 0 ? this.#cachedTokens / this.#inputTokens : 0;
    const tokens = { input, cached: Math.round(input * share), cacheWrite: 0, output };
    const { cost: known, ...usage } = this.usage;
    const step = model.price ? costOfTokens(tokens, model.price) : null;
    const isKnown = !this.#hasUnpriced && (step !== null || known !== undefined);
    return {
      ...usage,
      model: model.label,
      steps: this.#steps + 1,
      tokens: this.#outputTokens + output,
      input: this.#inputTokens + input,
      cached: this.#cachedTokens + tokens.cached,
      ...(isKnown ? { cost: (known ?? 0) + (step ?? 0) } : {}),
      isEstimate: true,
    };
  }
}
