import { recogniseDocument } from '#app/blueprint/import/recognise-document.ts';

import { ATTACHED, splitPasted } from './split-pasted.ts';

/** Characters of a text that a model reads by itself; the import takes all. */
const SHOWN_CHARACTERS = 20_000;
/** Those of an API description that is shown whole; of a longer one the import says better what is in it. */
const SHOWN_OF_API = 1_500;
const OPENING_OF_API = 500;

/** A text that is nothing but a reference, with the name as JSON. */
const REFERENCE = new RegExp(
  `^${ATTACHED}("(?:[^"\\\\]|\\\\.)*"), \\d+ characters\\. To import all of it: import_document \\{"attachment": \\1\\}\\.$`,
);

/** Key of the options of a part under which the name of what was pasted in it stands. */
const DOCUMENT = 'document';

/** Options of a text whose pasted part has a name; the built-in builder reads it whole all the same. */
export function toDocumentOptions(name: string): Record<string, { name: string }> {
  return { [DOCUMENT]: { name } };
}

/** The text of a part that has such options, as a model gets it: the person's words, and a document. */
export function readDocumentPart(part: {
  text: string;
  providerOptions?: Record<string, Record<string, unknown>> | undefined;
}): { said: string; document: string } | null {
  const name = part.providerOptions?.[DOCUMENT]?.['name'];
  if (typeof name !== 'string') return null;
  const { said, pasted } = splitPasted(part.text);
  return { said, document: describeDocument(name, pasted) };
}

/**
 * A document as a model first gets it: its name, its size, and its beginning.
 *
 * @param text all of it, or its first 20,000 characters
 */
export function describeDocument(name: string, text: string, characters = text.length): string {
  const isLongApi = characters > SHOWN_OF_API && recogniseDocument(text) !== null;
  const shown = isLongApi ? OPENING_OF_API : SHOWN_CHARACTERS;
  const cut = characters > shown ? ` Its first ${shown} characters:` : '';
  return `${nameDocument(name, characters)}${cut}\n\n${text.slice(0, shown)}`;
}

/** The reference to a document. */
export function nameDocument(name: string, characters: number): string {
  const how = `To import all of it: import_document {"attachment": ${JSON.stringify(name)}}.`;
  return `${ATTACHED}${JSON.stringify(name)}, ${characters} characters. ${how}`;
}

/** The name of the document that a text refers to without a word of it; null for every other text. */
export function readDocumentName(text: string): string | null {
  const quoted = REFERENCE.exec(text)?.[1];
  const name: unknown = quoted === undefined ? null : JSON.parse(quoted);
  return typeof name === 'string' ? name : null;
}
