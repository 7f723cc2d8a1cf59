import type { UIMessage } from 'ai';

import { describeDocument } from '#app/builder/models/describe-document.ts';
import { ATTACHED, splitPasted } from '#app/builder/models/split-pasted.ts';

import { isImage, readTextFile } from './turn-body.ts';

/** From so many characters on a pasted text has a name, by which it can be imported and referred to. */
const NAMED_CHARACTERS = 500;

/** The name that `nameDocument` begins with. */
const NAMED = new RegExp(`^${ATTACHED}("(?:[^"\\\\]|\\\\.)*")`);

/** A conversation as a model is to read it, and the documents that were given, by their names. */
export interface History {
  messages: UIMessage[];
  attachments: Map<string, string>;
}

/** A text that stands in a message of the person, but was not written for it. */
export interface PastedText {
  name: string;
  /** The person's own words before it. */
  said: string;
  text: string;
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
    return { type: 'text', text: isWhole ? text : describeDocument(name, text) };
  };
  const messages = stored.map((message) => ({ ...message, parts: message.parts.map(toPart) }));
  // A model that gets documents whole imports what it reads.
  const pasted = isWhole ? [] : listPasted(messages).values();
  for (const { name, text } of pasted) attachments.set(name, text);
  return { messages, attachments };
}

/**
 * The pasted texts of a conversation that are long enough for a name, by the texts they stand in: what is
 * pasted twice has one name.
 */
export function listPasted(messages: readonly UIMessage[]): Map<string, PastedText> {
  const named = new Map<string, PastedText>();
  for (const { role, parts } of messages) {
    for (const part of role === 'user' ? parts : []) {
      if (part.type !== 'text' || part.text.length < NAMED_CHARACTERS) continue;
      if (part.text.startsWith(ATTACHED) || named.has(part.text)) continue;
      const { said, pasted: text } = splitPasted(part.text);
      if (text.length < NAMED_CHARACTERS) continue;
      named.set(part.text, { name: `pasted text ${named.size + 1}`, said, text });
    }
  }
  return named;
}

/** Names of the documents that were given in these messages, each as JSON, oldest first. */
export function listDocuments(messages: readonly UIMessage[]): string[] {
  const pasted = listPasted(messages);
  const names = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type !== 'text') return [];
      const named = pasted.get(part.text);
      return named ? [JSON.stringify(named.name)] : (NAMED.exec(part.text)?.slice(1) ?? []);
    }),
  );
  return [...new Set(names)];
}
