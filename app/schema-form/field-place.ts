/** A name as a part of a path, which has dots between its parts and marks alternatives by a bar. */
export function toPathToken(name: string): string {
  return name.replace(/[~|.]/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Record<string, string> = { '~': '~0', '|': '~1', '.': '~2' };

/** The place of a field, without the marks of the alternatives that lead to it. */
export function toPlace(path: string): string {
  return path.replace(/\|\d+/g, '');
}

/** The place of a value, by the names and numbers that lead to it. */
export function toFieldPlace(tokens: readonly string[]): string {
  return tokens.map((token) => `.${toPathToken(token)}`).join('');
}
