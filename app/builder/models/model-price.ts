/** US dollars for a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Of input that was read from a cache. */
  cached: number;
  /** Of input that was written to one. */
  cacheWrite: number;
}

/** The price that an operator gives; what they leave out about caches follows from the price of input. */
export type GivenPrice = Pick<ModelPrice, 'input' | 'output'> & {
  cached?: number | undefined;
  cacheWrite?: number | undefined;
};

/** Tokens of an answer, as providers count them; those of the caches are part of the input. */
export interface CountedTokens {
  input: number;
  cached: number;
  cacheWrite: number;
  output: number;
}

/**
 * The price of a cached token as a share of the input's: a tenth for Anthropic and for OpenAI since GPT-5,
 * more for OpenAI's older models.
 * https://platform.claude.com/docs/en/about-claude/pricing, https://openai.com/api/pricing,
 * https://openai.com/index/api-prompt-caching
 */
const CACHED_SHARE = 0.1;
const CACHED_SHARES: readonly [RegExp, number][] = [
  [/gpt-4\.1|\bo[34]\b/i, 0.25],
  [/gpt-4o|\bo1\b/i, 0.5],
];

/** Anthropic's surcharge for what its cache keeps five minutes; others count no such tokens. */
const CACHE_WRITE_SHARE = 1.25;

/** The whole price of a model. */
export function toModelPrice(model: string, given: GivenPrice): ModelPrice {
  const { input, output } = given;
  const share = CACHED_SHARES.find(([name]) => name.test(model))?.[1] ?? CACHED_SHARE;
  const { cached = input * share, cacheWrite = input * CACHE_WRITE_SHARE } = given;
  return { input, output, cached, cacheWrite };
}

/** US dollars of an answer. */
export function costOfTokens(tokens: CountedTokens, price: ModelPrice): number {
  const { input, cached, cacheWrite, output } = tokens;
  const fresh = Math.max(0, input - cached - cacheWrite);
  const read = fresh * price.input + cached * price.cached + cacheWrite * price.cacheWrite;
  return (read + output * price.output) / 1e6;
}
