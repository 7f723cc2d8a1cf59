import type { UIMessage } from 'ai';

/** Characters of a title. */
const MAX_TITLE = 80;
/** Characters of a message that are looked at. */
const MAX_READ = 1_000;

/** A chat is called by what was said first; null where that has no words. */
export function toTitle({ parts }: UIMessage): string | null {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
  const line = text.slice(0, MAX_READ).replace(/\s+/g, ' ').trim();
  if (line === '') return null;
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1)}…` : line;
}
