import type { FileUIPart, UIMessage } from 'ai';

import type { KnownAttachment } from '#app/chat/attachments/attachment-store.server.ts';
import { readReference } from '#app/chat/attachments/stored-attachment.ts';
import type { TextSurvey } from '#app/chat/attachments/survey-text.ts';
import { decodeText } from '#app/platform/text/decode-text.ts';
import { toBase64 } from '#app/platform/text/encoding.ts';

/** Characters of documents that a model gets whole in one turn, those of the newest messages first. */
const WHOLE_CHARACTERS = 1_000_000;

/** Bytes of pictures that a model gets in one turn: each is there several times as base64. */
const PICTURE_BYTES = 10 * 1_048_576;

/** A stored file of a conversation, as far as a turn needs it. */
export interface OpenFile {
  /** Null: it is a picture. */
  survey: TextSurvey | null;
  /** The whole text, where the model is to get it. */
  text?: string;
  /** The picture in itself, where the model is to see it. */
  picture?: string;
}

/** Looks at the stored files of a conversation; what is not needed whole stays where it is. */
export async function openFiles(
  messages: readonly UIMessage[],
  isWhole: boolean,
  find: (id: string) => KnownAttachment | null,
  load: (id: string) => Promise<Uint8Array | null>,
): Promise<Map<string, OpenFile>> {
  const files = new Map<string, OpenFile>();
  const question = messages.findLast(({ role }) => role === 'user');
  let room = WHOLE_CHARACTERS;
  let pictures = PICTURE_BYTES;
  for (const message of messages.toReversed()) {
    for (const id of message.parts.flatMap(toId)) {
      const known = files.has(id) ? null : find(id);
      if (!known) continue;
      const { survey, mediaType, size } = known;
      const isNeeded = survey
        ? isWhole && survey.characters <= room
        : !isWhole && message === question && size <= pictures;
      const bytes = isNeeded ? await load(id) : null;
      files.set(id, { survey, ...toContents(bytes, survey, mediaType) });
      if (bytes && survey) room -= survey.characters;
      else if (bytes) pictures -= size;
    }
  }
  return files;
}

function toId(part: UIMessage['parts'][number]): string[] {
  const id = part.type === 'file' ? readReference(part) : null;
  return id === null ? [] : [id];
}

function toContents(
  bytes: Uint8Array | null,
  survey: TextSurvey | null,
  mediaType: string,
): Pick<OpenFile, 'text' | 'picture'> {
  if (bytes === null) return {};
  if (survey) return { text: decodeText(bytes, null) ?? '' };
  return { picture: `data:${mediaType};base64,${toBase64(bytes)}` };
}

/** A picture as a model sees it; in earlier messages its name has to do. */
export function toPicture(part: FileUIPart, file: OpenFile | undefined): FileUIPart {
  return file?.picture === undefined ? part : { ...part, url: file.picture };
}
