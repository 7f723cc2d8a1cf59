import type { UIMessage } from 'ai';

import { ATTACHED } from '#app/builder/models/split-pasted.ts';

import { isImage, readTextFile } from './turn-body.ts';

/** Characters of an attached document that a model reads by itself; the import takes all. */
const SHOWN_CHARACTERS = 20_000;

/** A conversation as a model is to read it, and the documents that were attached, by their names. */
export interface History {
  messages: UIMessage[];
  attachments: Map<string, string>;
}

/**
 * Puts the texts of attached documents where their files stood. A model that takes orders from no
 * text gets them whole; every other one their beginnings, and the name to import the rest by.
 */
export function toHistory(stored: readonly UIMessage[], isWhole: boolean): History {
  const attachments = new Map<string, string>();
  const toPart = (part: UIMessage['parts'][number]): UIMessage['parts'][number] => {
    if (part.type !== 'file' || isImage(part)) return part;
    const text = readTextFile(part) ?? '';
    const name = part.filename ?? `document ${attachments.size + 1}`;
    attachments.set(name, text);
    return { type: 'text', text: isWhole ? text : describe(name, text) };
  };
  const messages = stored.map((message) => ({ ...message, parts: message.parts.map(toPart) }));
  return { messages, attachments };
}

function describe(name: string, text: string): string {
  const how = `To import all of it: import_document {"attachment": ${JSON.stringify(name)}}.`;
  const cut = text.length > SHOWN_CHARACTERS ? ` Its first ${SHOWN_CHARACTERS} characters:` : '';
  return `${ATTACHED}${JSON.stringify(name)}, ${text.length} characters. ${how}${cut}\n\n${text.slice(0, SHOWN_CHARACTERS)}`;
}
