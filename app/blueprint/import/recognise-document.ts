import { FORMATS, KNOWN_FORMATS } from './formats.ts';
import type { DocumentFormat, ImportFormat } from './import-format.ts';
import { TextStart } from './text/text-start.ts';

/**
 * The format of a text that begins as a document; null for everything else, such as
 * prose. The start page imports by this answer, the built-in builder reads by it, and what it
 * recognises is not taken for the person's own words, unless it is a request of theirs.
 */
export function recogniseDocument(text: string): DocumentFormat | null {
  const start = new TextStart(text);
  return KNOWN_FORMATS.find(({ detect }) => detect(start)) ?? null;
}

/** The format that a text can be imported as; null where there is none. */
export function findImportFormat(text: string): ImportFormat | null {
  const start = new TextStart(text);
  return FORMATS.find(({ detect }) => detect(start)) ?? null;
}

/** The format of a source, by its kind. */
export function formatOfKind(kind: string): ImportFormat | null {
  return FORMATS.find(({ id }) => id === kind) ?? null;
}
