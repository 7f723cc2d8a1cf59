import { keepText, readKeptText } from './use-kept-text.ts';

/** Adds a text to what is in a composer, wherever that is shown. */
export function addKeptText(key: string, text: string): void {
  const kept = readKeptText(key).trimEnd();
  keepText(key, kept === '' ? text : `${kept}\n\n${text}`);
}
