import { toOneLine } from './escape-text.ts';

const MEANINGFUL = /[\\`*_[\]{}|#~$!]/g;

/**
 * The text as Markdown that reads as the text itself: on one line, without markup, HTML, links with
 * a hidden target or table cells of its own.
 */
export function escapeMarkdown(text: string): string {
  return toOneLine(text)
    .replace(MEANINGFUL, (character) => `\\${character}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^([-+=]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** The first sentence of a text, at most `limit` characters, for a table. */
export function toSummary(text: string, limit: number): string {
  const line = toOneLine(text.slice(0, 10 * limit));
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line;
  const characters = Array.from(sentence);
  return characters.length <= limit ? sentence : `${characters.slice(0, limit - 1).join('')}…`;
}
