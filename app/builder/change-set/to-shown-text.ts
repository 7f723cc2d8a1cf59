import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import { findByFormat } from '#app/platform/credentials/find-credentials.ts';

/** The part of a credential that is its value; what surrounds it, such as a comment, is none. */
const VALUE = /[\w+/=-]{16,}/g;
const BLANK = '[not shown]';

/**
 * A text as the person sees it before they approve it: with what nobody would see in it, and without the
 * values of credentials. No more than those is blanked: a text that only looks like a long key cannot hide
 * code.
 */
export function toShownText(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of findByFormat(text)) {
    pieces.push(text.slice(from, start), text.slice(start, end).replace(VALUE, BLANK));
    from = end;
  }
  return toVisible([...pieces, text.slice(from)].join(''));
}
