import { toOneLine } from './escape-text.ts';

const MEANINGFUL = /[\\`*_[\]{}|#~$!]/g;

/**
 * Escapes a text as one line of Markdown without markup, HTML, hidden link targets or table cells of its own.
 */
export function escapeMarkdown(text: string): string {
  return toOneLine(text)
    .replace(MEANINGFUL, (character) => `\\${character}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^([-+=]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** First sentence of a text, at most `limit` characters, for a table. */
export function toSummary(text: string, limit: number): string {
  const line = toOneLine(text.slice(0, 10 * limit));
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line;
  const characters = Array.from(sentence);
  return characters.length <= limit ? sentence : `${characters.slice(0, limit - 1).join('')}…`;
}
