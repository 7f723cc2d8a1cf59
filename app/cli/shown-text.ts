import { toVisible } from '#app/blueprint/import/text/visible-text.ts';

/** A text that somebody else wrote, without what a terminal would take for an order. */
export function toShown(text: string): string {
  return toVisible(text).replaceAll(/\r(?!\n)/g, '[U+000D]');
}
