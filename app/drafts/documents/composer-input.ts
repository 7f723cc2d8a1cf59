/** The input to start from: an address, a template, typed text, or a document too long to show. */
export type ComposerInput =
  | { kind: 'url'; url: string }
  | { kind: 'template'; id: string; title: string }
  | { kind: 'text'; text: string }
  | { kind: 'words'; text: string }
  | { kind: 'file'; name: string; body: Blob };

/** Longer texts are shown as a file: a text field of megabytes freezes the page. */
export const LONGEST_SHOWN_TEXT = 60_000;

/** The server refuses larger documents. */
export const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;

/** Distinguishes an address from a document; null if there is nothing to send. */
export function detectInput(text: string): ComposerInput | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (/^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed)) {
    return { kind: 'url', url: trimmed };
  }
  return { kind: isDocument(trimmed) ? 'text' : 'words', text };
}

/** The mark of a description. */
const MARK = /^['"]?(?:openapi|swagger)['"]?\s*:/;

/**
 * Lines allowed above the mark: empty ones, comments, an address, other keys and what is below
 * them.
 */
const ABOVE = /^(?:\s*$|#|---|https?:\/\/\S*$|[\w'"-]+\s*:|[ \t])/;

/**
 * Whether a description begins the text. Line by line: a pattern for all of it takes time that
 * doubles with each line that can be read in two ways.
 */
function startsDescription(text: string): boolean {
  for (const line of text.split(/\r?\n/)) {
    if (MARK.test(line)) return true;
    if (!ABOVE.test(line)) return false;
  }
  return false;
}

/** Whether a text is to be imported as it is; everything else is said to the builder. */
function isDocument(text: string): boolean {
  // An address that cannot be fetched is refused by the import, which says why.
  if (/^[a-z][a-z0-9+.-]*:\/\/\S*$/i.test(text)) return true;
  if (/^[{[<]/.test(text) || startsDescription(text)) return true;
  return nameText(text) === 'cURL commands';
}

/** Names a long text by what it looks like, so that its chip says more than "file". */
export function nameText(text: string): string {
  const start = text.slice(0, 2_000).trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return 'Pasted document.json';
  if (/^(?:[$%>] *)?curl(?:\.exe)?\s/m.test(start)) return 'cURL commands';
  return /^[\w'"-]+\s*:/m.test(start) ? 'Pasted document.yaml' : 'Pasted text';
}

/** The name of an input on the screen while it is imported. */
export function nameInput(input: ComposerInput): string {
  switch (input.kind) {
    case 'url':
      return input.url;
    case 'template':
      return input.title;
    case 'words':
      return 'Your request';
    case 'text':
      return nameText(input.text);
    case 'file':
      return input.name;
  }
}

/** A size for people: `12.7 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
