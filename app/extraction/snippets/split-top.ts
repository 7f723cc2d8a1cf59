const OPEN = '([{<';
const CLOSE = ')]}>';

/** Splits code at separators outside brackets, strings and comments. */
export function splitTop(text: string, separators: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote || char === '\n') quote = '';
    } else if (char === '/' && text.charAt(at + 1) === '/' && text.charAt(at - 1) !== ':') {
      const end = text.indexOf('\n', at);
      at = (end === -1 ? text.length : end) - 1;
    } else if ('"\'`'.includes(char)) {
      quote = char;
    } else if (OPEN.includes(char)) {
      depth += 1;
    } else if (CLOSE.includes(char) && text.charAt(at - 1) !== '=' && text.charAt(at - 1) !== '-') {
      depth = Math.max(0, depth - 1);
    } else if (depth === 0 && separators.includes(char)) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Offset after the bracket that closes the one at an offset, skipping strings; -1 if there is none. */
export function closingOf(text: string, open: number, limit = 60_000): number {
  const stop = Math.min(text.length, open + limit);
  let depth = 0;
  let quote = '';
  for (let at = open; at < stop; at += 1) {
    const char = text.charAt(at);
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote || (char === '\n' && quote !== '`')) quote = '';
    } else if ('"\'`'.includes(char)) {
      quote = char;
    } else if ('([{'.includes(char)) {
      depth += 1;
    } else if (')]}'.includes(char)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
