import type { FileUIPart, UIMessage } from 'ai';
import * as z from 'zod';

import { readReference } from '#app/chat/attachments/stored-attachment.ts';
import { decodeText } from '#app/platform/text/decode-text.ts';
import { fromBase64 } from '#app/platform/text/encoding.ts';

const MAX_CHARACTERS = 25 * 1_048_576;

const Id = z.string().regex(/^[\w-]{1,64}$/);

/** Which model answers from now on. */
export const AnsweredBy = {
  model: z.string().min(1).max(200).optional(),
  /** Sealed token of the connection that a guest has made in their tab. */
  connection: z.string().min(1).max(4_000).optional(),
};

const TextPart = z.object({ type: z.literal('text'), text: z.string().max(MAX_CHARACTERS) });

/** Nothing but ASCII: a text with one other letter takes two bytes a character where it is handed on. */
const DATA_URL = /^data:[ -+\--~]*;base64,[A-Za-z0-9+/]*={0,2}$/;

/** A file of the chat, as its upload was answered. */
const STORED = /^attachment:[0-9a-f]{64}$/;

const FilePart = z.object({
  type: z.literal('file'),
  mediaType: z.string().min(1).max(200),
  filename: z.string().min(1).max(200).optional(),
  url: z.union([
    z.string().regex(DATA_URL, 'must be a data: address in base64'),
    z.string().regex(STORED, 'must be the address of an attached file'),
  ]),
});

const NewMessage = z.strictObject({
  message: z.looseObject({
    id: Id,
    role: z.literal('user'),
    parts: z
      .array(z.discriminatedUnion('type', [TextPart, FilePart]))
      .min(1)
      .max(20)
      .refine((parts) => parts.some((part) => part.type === 'file' || part.text.trim() !== ''), {
        error: 'says nothing',
      })
      .refine((parts) => parts.every((part) => part.type === 'text' || isReadable(part)), {
        error: 'has a file that is neither a text nor an image',
      }),
  }),
  /** The message that it follows; the last one shown where absent, none where null. */
  parent: Id.nullable().optional(),
  ...AnsweredBy,
});

/** Body of `POST /api/chats/:id/turns`: a message, an old one once more, or the answer that goes on. */
export const TurnBody = z.union([
  NewMessage,
  z.strictObject({ retry: Id, ...AnsweredBy }),
  z.strictObject({ continue: Id, ...AnsweredBy }),
]);
export type TurnBody = z.infer<typeof TurnBody>;

/** Whether a part is a picture, which not every model takes. */
export function isImage(part: UIMessage['parts'][number]): boolean {
  return part.type === 'file' && part.mediaType.startsWith('image/');
}

/** The text of an attached document; null where it is none. */
export function readTextFile({ url }: Pick<FileUIPart, 'url'>): string | null {
  const comma = url.indexOf(',');
  const [head, body] = [url.slice(0, comma), url.slice(comma + 1)];
  if (!/;base64$/i.test(head)) {
    try {
      return decodeURIComponent(body);
    } catch {
      return null;
    }
  }
  const bytes = fromBase64(body);
  return bytes === null ? null : decodeText(bytes, null);
}

function isReadable(part: z.infer<typeof FilePart>): boolean {
  return isImage(part) || readReference(part) !== null || readTextFile(part) !== null;
}
