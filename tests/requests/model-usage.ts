import * as z from 'zod';

/** Tokens of one response or of several; null where a provider does not say. */
export interface ModelTokens {
  /** With the cached ones. */
  input: number | null;
  cached: number | null;
  output: number | null;
  /** US dollars, where the provider names them. */
  cost: number | null;
}

/** Usage of OpenAI, Anthropic and those that follow one of them, in a response or an event of its stream. */
const Usage = z.looseObject({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
  prompt_cache_hit_tokens: z.number().nullish(),
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  /** OpenRouter. */
  cost: z.number().nullish(),
});
type Usage = z.infer<typeof Usage>;

const Event = z.looseObject({
  usage: Usage.nullish(),
  message: z.looseObject({ usage: Usage.nullish() }).nullish(),
});

/** Reads the usage of a response, streamed or not; later events say more than earlier ones. */
export function readTokens(text: string): ModelTokens {
  const events = text.split('\n').flatMap((line) => readEvent(line.replace(/^data: */, '')));
  const seen: Usage = Object.assign({}, ...events);
  const { prompt_tokens: whole = null, input_tokens: uncached = null } = seen;
  const { cache_read_input_tokens: read = null, cache_creation_input_tokens: written } = seen;
  const { prompt_tokens_details: details, prompt_cache_hit_tokens: hit = null } = seen;
  return {
    // Anthropic counts what its cache read or wrote beside the input.
    input: whole ?? (uncached === null ? null : uncached + (read ?? 0) + (written ?? 0)),
    cached: details?.cached_tokens ?? read ?? hit,
    output: seen.completion_tokens ?? seen.output_tokens ?? null,
    cost: seen.cost ?? null,
  };
}

function readEvent(line: string): object[] {
  if (!line.startsWith('{')) return [];
  try {
    const event = Event.safeParse(JSON.parse(line));
    if (!event.success) return [];
    const { usage, message } = event.data;
    const known = Object.entries({ ...message?.usage, ...usage }).filter(
      ([, each]) => each != null,
    );
    return [Object.fromEntries(known)];
  } catch {
    return [];
  }
}

/** Sums up responses; null where none of them says. */
export function sumTokens(all: readonly ModelTokens[]): ModelTokens {
  const sum = (key: keyof ModelTokens) => {
    const known = all.flatMap((each) => each[key] ?? []);
    return known.length === 0 ? null : known.reduce((total, each) => total + each, 0);
  };
  return { input: sum('input'), cached: sum('cached'), output: sum('output'), cost: sum('cost') };
}

/** US dollars for a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Of input that came from the cache; as other input where absent. */
  cached?: number | undefined;
}

/** US dollars of a use: what the provider named, else by the price; null where neither is known. */
export function costOf(tokens: ModelTokens, price: ModelPrice | null): number | null {
  if (tokens.cost !== null) return tokens.cost;
  if (price === null || tokens.input === null || tokens.output === null) return null;
  const cached = tokens.cached ?? 0;
  const { input, output, cached: cachedPrice = input } = price;
  return ((tokens.input - cached) * input + cached * cachedPrice + tokens.output * output) / 1e6;
}
