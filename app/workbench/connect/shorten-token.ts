const SHOWN_CHARACTERS = 15;

/** Shows enough of a token to distinguish it from another. */
export function shortenToken(token: string): string {
  return `${token.slice(0, SHOWN_CHARACTERS)}${'•'.repeat(12)}`;
}
