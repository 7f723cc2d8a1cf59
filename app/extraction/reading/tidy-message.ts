import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

const QUOTE = /^[ \t]*>[ \t]?/;

/**
 * A message without line prefixes (quote marks of a mail, indentation) and without a greeting: "pls: remove
 * it" has no argument called `pls`.
 */
export function tidyMessage(message: string, lx: Lexicon): string {
  const lines = message.split('\n');
  const isQuoted =
    lines.every((line) => line.trim() === '' || QUOTE.test(line)) &&
    lines.some((line) => QUOTE.test(line));
  const text = isQuoted ? lines.map((line) => line.replace(QUOTE, '')) : lines;
  return dedent(text).replace(lx.rx(String.raw`^\s*<please>[ \t]*[:,–—-][ \t]+`), '');
}

function dedent(lines: readonly string[]): string {
  const depths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const depth = depths.reduce((least, each) => Math.min(least, each), Infinity);
  const isIndented = Number.isFinite(depth) && depth > 0;
  return lines.map((line) => (isIndented ? line.slice(depth) : line)).join('\n');
}
