/** English and JSON come to about so many characters a token in the tokenizers of today. */
export const CHARACTERS_PER_TOKEN = 4;

/**
 * How the official client (`@modelcontextprotocol/client` 2.4.0, over stdio) grows with a list, as
 * `npm run bench -- list` measured it for eight documents. It parses the whole list, and compiles every output
 * schema before its first call.
 */
const LIST_MS_PER_KILOBYTE = 0.11;
const CALL_MS_PER_KILOBYTE_OF_OUTPUTS = 5.5;
const MEMORY_PER_BYTE = 10;
const MEMORY_PER_BYTE_OF_OUTPUTS = 400;

/** The price of a list of tools for those that take it; all but its size is estimated. */
export interface ListCost {
  /** Of a model's context, in every conversation. */
  tokens: number;
  /** Of the list, in UTF-8. */
  bytes: number;
  /** Until a client on a quiet machine has the list, without the start of the server. In milliseconds. */
  listMs: number;
  /** Until it has made its first call, with a server that answers at once. In milliseconds. */
  firstCallMs: number;
  /** Memory of the client in addition to what it takes with an empty list, in bytes. */
  memory: number;
}

/** Estimates what a list of tools, as clients get it, costs a model and the official client. */
export function toListCost(tools: readonly { outputSchema?: unknown }[]): ListCost {
  const list = JSON.stringify(tools);
  const bytes = new TextEncoder().encode(list).length;
  const outputs = tools.reduce(
    (sum, { outputSchema }) => sum + (outputSchema ? JSON.stringify(outputSchema).length : 0),
    0,
  );
  return {
    tokens: tokensOf(tools),
    bytes,
    listMs: Math.round((bytes / 1_000) * LIST_MS_PER_KILOBYTE),
    firstCallMs: Math.round((outputs / 1_000) * CALL_MS_PER_KILOBYTE_OF_OUTPUTS),
    memory: Math.round(bytes * MEMORY_PER_BYTE + outputs * MEMORY_PER_BYTE_OF_OUTPUTS),
  };
}

/** Tokens of a value in JSON, roughly. */
export function tokensOf(value: unknown): number {
  const characters = value === undefined ? 0 : JSON.stringify(value).length;
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
