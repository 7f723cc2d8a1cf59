/** Characters that are searched for a mark. */
const MAX_CHARACTERS = 200_000;

/** Lines that may precede a mark: blank ones, comments, an address, other keys, indented lines. */
const ABOVE = /^(?:\s*$|#|%|---|https?:\/\/\S*\s*$|["']?[\w$-]+["']?\s*:|\s+\S)/;

/** Whether a line of a YAML text matches, with nothing above it that is not YAML too. */
export function hasYamlMark(text: string, mark: RegExp): boolean {
  const source = text.slice(0, MAX_CHARACTERS).trimStart();
  for (let at = 0; at < source.length;) {
    const next = source.indexOf('\n', at);
    const line = source.slice(at, next === -1 ? source.length : next);
    if (mark.test(line)) return true;
    if (next === -1 || !ABOVE.test(line)) return false;
    at = next + 1;
  }
  return false;
}
