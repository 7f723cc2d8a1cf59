import { recogniseDocument } from '#app/blueprint/import/recognise-document.ts';
import { findDocuments } from '#app/extraction/reading/find-document.ts';

/** Users' own messages are short; longer text was pasted. */
const MAX_SAID = 4_000;

/** Beginning of a pasted document: JSON, YAML, XML, a code fence, a quoted mail. */
const DOUBTFUL =
  /^[ \t]*(?:\{(?!secret:)|\[\s*["{[]|"?(?:openapi|swagger|asyncapi|info|paths|servers)"?\s*:|<[?!a-z]|`{3}|>|---\s*$)/im;

/** Beginning of a mail: its head, what a program writes above a quotation, or a greeting below a line that says so. */
const QUOTED =
  /^(?:(?:from|subject|sent|von|betreff|gesendet|objet|asunto|oggetto):[ \t]|-{3,}[ \t]*(?:original|forwarded|begin forwarded)\b|(?:on|am|le|el)\b[^\n]{4,100}\b(?:wrote|schrieb|a écrit|escribió)[^\n]{0,80}:[ \t]*$)|(?<=:[ \t]*\n\s{0,9})(?:hi|hello|dear|hey|good (?:morning|day)|hallo|liebe[rs]?|sehr geehrte|guten tag|bonjour|hola|ciao)\b[^\n]*\s/im;

/** Prefix of text from an attached file: none of it is the user's own. */
export const ATTACHED = 'Attached document ';

export interface SplitText {
  /** In the user's own words. */
  said: string;
  /** Text pasted after that, by an unknown author; empty if there is none. */
  pasted: string;
}

/** Separates the user's own words in a message from pasted text; in doubt it counts as pasted. */
export function splitPasted(text: string): SplitText {
  if (text.startsWith(ATTACHED)) return { said: '', pasted: text };
  const format = recogniseDocument(text);
  if (format !== null && format.isRequest !== true) return { said: '', pasted: text.trim() };
  const found = findDocuments(text).documents.map((document) => document.start);
  const signs = [DOUBTFUL, QUOTED].map((sign) => sign.exec(text)?.index ?? text.length);
  const start = Math.min(...signs, ...found);
  const said = text.slice(0, start);
  if (said.length > MAX_SAID) return { said: '', pasted: text };
  return { said: said.trim(), pasted: text.slice(start).trim() };
}
