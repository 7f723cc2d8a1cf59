import type { FileUIPart } from 'ai';

import {
  ATTACHMENT_TOO_LARGE,
  isPicture,
  isTooLarge,
} from '#app/chat/attachments/attachment-limits.ts';
import { sizeOfPart } from '#app/chat/attachments/stored-attachment.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

const MAX_FILES = 10;

/** Something to be sent along with a message. */
export interface Attachment {
  id: string;
  name: string;
  /** In bytes; null where nobody knows any more. */
  size: number | null;
  /** Null: it was uploaded before. */
  body: Blob | null;
  /** The part of a message that refers to it, once it is uploaded. */
  part: FileUIPart | null;
}

/** Why files are not taken, and the first of them. */
export interface AttachmentRefusal {
  reason: 'tooMany' | 'tooLarge' | 'empty' | 'image';
  name: string;
}

/** Files beside those that are there, or why they are not taken. */
export function addFiles(
  known: readonly Attachment[],
  files: readonly { name: string; body: Blob }[],
  { takesImages }: { takesImages: boolean },
): Result<Attachment[], AttachmentRefusal> {
  if (known.length + files.length > MAX_FILES) {
    return fail({ reason: 'tooMany', name: files[0]?.name ?? '' });
  }
  for (const { name, body } of files) {
    if (body.size === 0) return fail({ reason: 'empty', name });
    if (isTooLarge({ size: body.size, mediaType: body.type })) {
      return fail({ reason: 'tooLarge', name });
    }
    if (isPicture(body.type) && !takesImages) return fail({ reason: 'image', name });
  }
  return succeed([...known, ...files.map(toNew)]);
}

function toNew({ name, body }: { name: string; body: Blob }): Attachment {
  return { id: crypto.randomUUID(), name, size: body.size, body, part: null };
}

/** Why a file is not taken, for its person. */
export function describeRefusal({ reason, name }: AttachmentRefusal): string {
  const words = {
    tooMany: `A message can have up to ${MAX_FILES} files.`,
    tooLarge: ATTACHMENT_TOO_LARGE,
    empty: 'This file is empty.',
    image: 'The selected model does not accept images. Choose another model, or attach a document.',
  };
  return `${name}: ${words[reason]}`;
}

/** A file of a message that was not sent, as it was before. */
export function toAttachment(part: FileUIPart): Attachment {
  const { filename: name = 'file' } = part;
  return { id: crypto.randomUUID(), name, size: sizeOfPart(part), body: null, part };
}
