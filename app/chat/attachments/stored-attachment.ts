import type { FileUIPart, UIMessage } from 'ai';
import * as z from 'zod/mini';

/** SHA-256 of the bytes, hexadecimal. */
export const AttachmentId = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A file of a chat that is stored outside its conversation, as `PUT …/attachments/:id` answers it. */
export const StoredAttachment = z.object({
  id: AttachmentId,
  name: z.string(),
  mediaType: z.string(),
  /** In bytes. */
  size: z.number(),
});
export type StoredAttachment = z.infer<typeof StoredAttachment>;

/** A file as a message names it: its bytes are elsewhere. */
interface AttachmentPart extends FileUIPart {
  size: number;
}

const SCHEME = 'attachment:';

/** The part of a message that refers to a stored file. */
export function toAttachmentPart({ id, name, mediaType, size }: StoredAttachment): AttachmentPart {
  return { type: 'file', mediaType, filename: name, url: `${SCHEME}${id}`, size };
}

/** Id of the stored file that a part refers to; null where its bytes stand in the message. */
export function readReference({ url }: Pick<FileUIPart, 'url'>): string | null {
  const id = url.startsWith(SCHEME) ? url.slice(SCHEME.length) : '';
  return AttachmentId.safeParse(id).success ? id : null;
}

/** Bytes of the file that a part refers to; null where the part does not say. */
export function sizeOfPart(part: FileUIPart): number | null {
  return 'size' in part && typeof part.size === 'number' ? part.size : null;
}

/** Path of a stored file of a chat. */
export function attachmentPath(chat: string, id: string): string {
  return `/api/chats/${encodeURIComponent(chat)}/attachments/${id}`;
}

/** Ids of the files that a message refers to. */
export function listReferences({ parts }: UIMessage): string[] {
  return parts.flatMap((part) => (part.type === 'file' ? (readReference(part) ?? []) : []));
}
