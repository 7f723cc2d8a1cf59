/** Characters of JSON and English that make a token, on the safe side. */
const CHARACTERS_PER_TOKEN = 3.5;

/** About how many tokens a model reads in a value. Pictures count as little: their bytes are no text. */
export function estimateTokens(value: unknown): number {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    item instanceof Uint8Array || isDataUrl(item) ? 'picture'.repeat(500) : item,
  );
  return Math.ceil((text ?? '').length / CHARACTERS_PER_TOKEN);
}

function isDataUrl(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('data:image/');
}
