/** The input to start from: an address, a template, typed text, or a document too long to show. */
export type ComposerInput =
  | { kind: 'url'; url: string }
  | { kind: 'template'; id: string; title: string }
  | { kind: 'text'; text: string }
  | { kind: 'words'; text: string; file?: { name: string; body: Blob } }
  | { kind: 'file'; name: string; body: Blob };

/** Longer texts are shown as a file: a text field of megabytes freezes the page. */
export const LONGEST_SHOWN_TEXT = 60_000;

/** The server refuses larger documents. */
export const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;

/** Whether a text is a document that is imported as it is (`is-document.ts`, which is loaded later). */
export type Recogniser = (text: string) => boolean;

/**
 * Distinguishes an address from a document and from words; null if there is nothing to send. Without
 * a recogniser, what is no address counts as words.
 */
export function detectInput(text: string, isDocument: Recogniser | null): ComposerInput | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (/^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed)) {
    return { kind: 'url', url: trimmed };
  }
  // An address that cannot be fetched is refused by the import, which says why.
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\/\S*$/i.test(trimmed);
  return { kind: isAddress || isDocument?.(trimmed) ? 'text' : 'words', text };
}

/** Names a long text by what it looks like, for its chip; nothing else depends on it. */
export function nameText(text: string): string {
  const start = text.slice(0, 2_000).trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return 'Pasted document.json';
  if (/^(?:[$%>] *)?curl(?:\.exe)?\s/m.test(start)) return 'cURL commands';
  return /^[\w'"-]+\s*:/m.test(start) ? 'Pasted document.yaml' : 'Pasted text';
}
