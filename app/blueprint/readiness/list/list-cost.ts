/** Approximate ratio for English and JSON. */
export const CHARACTERS_PER_TOKEN = 4;

/**
 * Needs of the official client for a list, fitted to the eight lists measured in tests/bench/results.md ("What
 * tools/list weighs"): so much by itself, for each character of the list, and for each character of an output
 * schema, all of which it compiles before its first call (docs/decisions/0040-list-budget.md).
 */
const CLIENT_MS = 100;
const LIST_MS = 0.12 / 1_000;
const OUTPUT_MS = 15 / 1_000;
const CLIENT_BYTES = 95_000_000;
const LIST_BYTES = 15;

/** Costs of a list of tools for those who use it. */
export interface ListCost {
  /** Tokens of a model's context. */
  tokens: number;
  /** Milliseconds in which the official client takes in the list and compiles it. */
  milliseconds: number;
  /** Memory of that client, in bytes. */
  bytes: number;
}

/** Estimates the cost of the tools as a client gets them. */
export function estimateListCost(tools: readonly { outputSchema?: unknown }[]): ListCost {
  const characters = tools.reduce((sum, tool) => sum + lengthOf(tool), 0);
  const outputs = tools.reduce((sum, { outputSchema }) => sum + lengthOf(outputSchema), 0);
  return {
    tokens: toTokens(characters),
    milliseconds: CLIENT_MS + LIST_MS * characters + OUTPUT_MS * outputs,
    bytes: CLIENT_BYTES + LIST_BYTES * characters,
  };
}

/** Tokens of a value in JSON, roughly. */
export function tokensOf(value: unknown): number {
  return toTokens(lengthOf(value));
}

function lengthOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
