import type { UIMessage } from 'ai';

import { describeDocument, nameDocument } from '#app/builder/models/describe-document.ts';
import { ATTACHED, splitPasted } from '#app/builder/models/split-pasted.ts';
import type { GivenDocument } from '#app/builder/tools/workspace-ports.ts';
import { readReference } from '#app/chat/attachments/stored-attachment.ts';
import type { TextSurvey } from '#app/chat/attachments/survey-text.ts';

import { toPicture, type OpenFile } from './open-files.ts';
import { isImage, readTextFile } from './turn-body.ts';

type Part = UIMessage['parts'][number];

/** From so many characters on a pasted text has a name, by which it can be imported and referred to. */
const NAMED_CHARACTERS = 500;

/** The name that `nameDocument` begins with. */
const NAMED = new RegExp(`^${ATTACHED}("(?:[^"\\\\]|\\\\.)*")`);

/** A conversation as a model is to read it, and the documents that were given, by their names. */
export interface History {
  messages: UIMessage[];
  attachments: Map<string, GivenDocument>;
  /** Texts that the person handed over, as far as they are read. */
  handed: string[];
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
 * text gets them whole, unless they are long; every other one their beginnings, and the name to import
 * the rest by.
 *
 * @param files the stored files that the messages refer to
 */
export function toHistory(
  stored: readonly UIMessage[],
  isWhole: boolean,
  files: ReadonlyMap<string, OpenFile> = new Map(),
): History {
  const attachments = new Map<string, GivenDocument>();
  const handed: string[] = [];
  const question = stored.findLast(({ role }) => role === 'user');
  const toParts = (message: UIMessage) =>
    message.parts.map((part): Part => {
      if (part.type !== 'file') return part;
      const name = part.filename ?? `document ${attachments.size + 1}`;
      const id = readReference(part);
      if (id === null) return isImage(part) ? part : give(name, readTextFile(part) ?? '');
      const file = files.get(id);
      if (file?.survey) return giveStored(name, id, file, file.survey);
      if (isWhole) return { type: 'text', text: '' };
      const isSeen = file?.picture !== undefined || (file && message !== question);
      const unseen = `${ATTACHED}${JSON.stringify(name)} cannot be shown.`;
      return isSeen ? toPicture(part, file) : { type: 'text', text: unseen };
    });
  const give = (name: string, text: string): Part => {
    attachments.set(name, text);
    handed.push(text);
    return { type: 'text', text: isWhole ? text : describeDocument(name, text) };
  };
  const giveStored = (name: string, id: string, { text }: OpenFile, survey: TextSurvey): Part => {
    const { encoding, characters, opening, addresses } = survey;
    attachments.set(name, { attachment: id, encoding });
    handed.push(`${opening}\n${addresses}`);
    if (text !== undefined) return { type: 'text', text };
    // Whoever follows the person only imports it, and does not read it.
    if (isWhole) return { type: 'text', text: nameDocument(name, characters) };
    return { type: 'text', text: describeDocument(name, opening, characters) };
  };
  const messages = stored.map((message) => ({ ...message, parts: toParts(message) }));
  // A model that gets documents whole imports what it reads.
  const pasted = isWhole ? [] : listPasted(messages).values();
  for (const { name, text } of pasted) attachments.set(name, text);
  return { messages, attachments, handed };
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
