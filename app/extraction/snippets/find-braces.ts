import type { Span } from './found.ts';

/** The outermost pairs of braces of a text, in one pass; strings are skipped, each within its line. */
export function findBraces(text: string): Span[] {
  const open: number[] = [];
  const found: [number, number][] = [];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 10) quoted = false;
    else if (quoted && char === 92) at += 1;
    else if (char === 34 && open.length > 0) quoted = !quoted;
    else if (!quoted && char === 123) open.push(at);
    else if (!quoted && char === 125) {
      const start = open.pop();
      if (start === undefined) continue;
      while ((found.at(-1)?.[0] ?? -1) > start) found.pop();
      found.push([start, at + 1]);
    }
  }
  return found;
}
