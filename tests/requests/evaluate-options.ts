import { parseArgs } from 'node:util';

import { BASE_URLS, KEY_KINDS, type KeyKind } from '#app/builder/models/model-key.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { ModelProviders } from '#app/platform/model-providers.ts';

import type { ModelPrice } from './model-usage.ts';

/** The variable that holds the model's key. */
export const KEY_VARIABLE = 'EVALUATE_API_KEY';

/** Requests of one evaluation, unless the operator says otherwise. */
const MAX_REQUESTS = 2_000;

export const EVALUATE_USAGE = `npm run evaluate -- --model NAME [--base-url URL] [options]

  --model NAME         the model, as its provider calls it; or one of MODEL_PROVIDERS in .dev.vars
  --base-url URL       its API, such as http://localhost:11434/v1; default: that of --kind
  --kind KIND          openai-compatible or anthropic; default: by the address
  --price IN,OUT[,CACHED]   US dollars for a million tokens
  --set SET            open (cases.json), conversations (conversations.json), or all
  --only NAMES         ids or categories, with commas between
  --limit N            the first so many of them
  --max-requests N     ends after so many requests to the model (${MAX_REQUESTS})
  --max-tokens N       ends after so many tokens, input and output
  --out FILE           writes everything as JSON
  --verbose            a line for each reason why a turn does not count

The key is read from ${KEY_VARIABLE}.`;

export interface EvaluateOptions {
  connection: { kind: KeyKind; baseUrl: string; model: string };
  key: string;
  price: ModelPrice | null;
  set: 'open' | 'conversations' | 'all';
  only: string[] | null;
  limit: number;
  maxRequests: number;
  maxTokens: number;
  out: string | null;
  isVerbose: boolean;
}

const FLAGS = {
  model: { type: 'string' },
  'base-url': { type: 'string' },
  kind: { type: 'string' },
  price: { type: 'string' },
  set: { type: 'string' },
  only: { type: 'string' },
  limit: { type: 'string' },
  'max-requests': { type: 'string' },
  'max-tokens': { type: 'string' },
  out: { type: 'string' },
  verbose: { type: 'boolean' },
} as const;

type Flags = ReturnType<typeof parseFlags>;
type Variables = Record<string, string | undefined>;

/**
 * Reads the command line, and what it leaves out from the variables.
 * @param variables of the process over those of `.dev.vars`
 * @returns the options, or sentences that say what is missing or wrong
 */
export function readEvaluateOptions(
  words: string[],
  variables: Variables,
): { ok: true; options: EvaluateOptions } | { ok: false; problems: string[] } {
  const problems: string[] = [];
  const flags = readFlags(words, problems);
  if (flags === null) return { ok: false, problems };
  const found = findModel(flags, variables, problems);
  const set = flags.set ?? 'all';
  if (set !== 'open' && set !== 'conversations' && set !== 'all') {
    problems.push('--set is open, conversations or all.');
    return { ok: false, problems };
  }
  const count = (name: 'limit' | 'max-requests' | 'max-tokens', usual: number) => {
    const number = Number(flags[name] ?? usual);
    if (!(number > 0)) problems.push(`--${name} needs a number above 0.`);
    return number;
  };
  const options = {
    set,
    only: flags.only?.split(',') ?? null,
    limit: count('limit', Infinity),
    maxRequests: count('max-requests', MAX_REQUESTS),
    maxTokens: count('max-tokens', Infinity),
    out: flags.out ?? null,
    isVerbose: flags.verbose === true,
  } as const;
  if (problems.length > 0 || found === null) return { ok: false, problems };
  return { ok: true, options: { ...found, ...options } };
}

function parseFlags(args: string[]) {
  return parseArgs({ args, options: FLAGS }).values;
}

function readFlags(words: string[], problems: string[]): Flags | null {
  try {
    return parseFlags(words);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return null;
  }
}

type FoundModel = Pick<EvaluateOptions, 'connection' | 'key' | 'price'>;

/** The model of the flags; what they leave out comes from the entry of MODEL_PROVIDERS. */
function findModel(flags: Flags, variables: Variables, problems: string[]): FoundModel | null {
  const { model } = flags;
  if (model === undefined) {
    problems.push('--model is missing: the name of the model that is to be evaluated.');
    return null;
  }
  const entry = flags['base-url'] === undefined ? findEntry(model, variables) : undefined;
  const kind = KEY_KINDS.find(
    (each) => each === (flags.kind ?? entry?.kind ?? guessKind(flags['base-url'])),
  );
  if (kind === undefined) {
    problems.push('--kind is openai-compatible or anthropic.');
    return null;
  }
  const given = flags['base-url'] ?? entry?.baseUrl;
  const baseUrl = given ?? (flags.kind === undefined && !entry ? undefined : BASE_URLS[kind]);
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    problems.push(
      '--base-url is missing: the address of the API, such as http://localhost:11434/v1; or --kind, or an entry of MODEL_PROVIDERS in .dev.vars.',
    );
    return null;
  }
  const key = variables[KEY_VARIABLE] ?? variables[entry?.keyVariable ?? ''] ?? '';
  if (key === '' && !isLoopbackHost(new URL(baseUrl).hostname)) {
    problems.push(`${KEY_VARIABLE} is missing: the variable with the key for ${baseUrl}.`);
  }
  const price = flags.price === undefined ? (entry?.price ?? null) : readPrice(flags.price);
  if (price === undefined) problems.push('--price is IN,OUT or IN,OUT,CACHED: three numbers.');
  const connection = { kind, baseUrl, model: entry?.model ?? model };
  return { connection, key, price: price ?? null };
}

function findEntry(model: string, { MODEL_PROVIDERS: text }: Variables) {
  if (!text) return undefined;
  const providers = ModelProviders.parse(JSON.parse(text));
  return providers.find((each) => each.model === model || each.label === model);
}

function guessKind(baseUrl: string | undefined): KeyKind {
  const isAnthropic = baseUrl !== undefined && baseUrl.includes('anthropic.com');
  return isAnthropic ? 'anthropic' : 'openai-compatible';
}

function readPrice(text: string): ModelPrice | undefined {
  const numbers = text.split(',').map(Number);
  const [input, output, cached] = numbers;
  const isGood = numbers.every((each) => each >= 0) && numbers.length <= 3;
  if (!isGood || input === undefined || output === undefined) return undefined;
  return { input, output, ...(cached === undefined ? {} : { cached }) };
}
