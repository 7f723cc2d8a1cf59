/** Characters that are searched for lines: marks of formats stand at the beginning. */
const MAX_CHARACTERS = 200_000;

/** Lines that may precede others: blank ones, comments, an address, keys, indented lines. */
const ABOVE = /^(?:\s*$|#|%|---|https?:\/\/\S*\s*$|["']?[\w$-]+["']?\s*:|\s+\S)/;

/** Lines of a YAML text that are not indented, up to the first one that is not YAML, which is the last. */
export function rootLines(text: string): string[] {
  const lines: string[] = [];
  const source = text.slice(0, MAX_CHARACTERS);
  for (let at = 0; at < source.length;) {
    const next = source.indexOf('\n', at);
    const line = source.slice(at, next === -1 ? source.length : next);
    if (/^\S/.test(line)) lines.push(line);
    if (next === -1 || !ABOVE.test(line)) return lines;
    at = next + 1;
  }
  return lines;
}

/** A line that gives a key a version and nothing else: `openapi: 3.1.0`, but not "openapi: 3 endpoints". */
export function versionLine(keys: string): RegExp {
  return new RegExp(`^["']?(?:${keys})["']?\\s*:\\s*["']?v?\\d[\\w.+-]*["']?(?:\\s*,)?\\s*(?:#|$)`);
}
