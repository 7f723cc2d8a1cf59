import { toVisible } from '#app/blueprint/import/text/visible-text.ts';

/** Untrusted text without terminal control sequences. */
export function toShown(text: string): string {
  return toVisible(text).replaceAll(/\r(?!\n)/g, '[U+000D]');
}
