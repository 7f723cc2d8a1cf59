import { toMegabytes } from '#app/platform/text/to-megabytes.ts';

const MEBIBYTE = 1_048_576;

/** Bytes of one file. */
export const MAX_ATTACHMENT_BYTES = 16 * MEBIBYTE;

/** Bytes of one picture: a model gets it in its request, as base64. */
const MAX_PICTURE_BYTES = 5 * MEBIBYTE;

/** Bytes of all files of a chat together: stored once each, however many messages name them. */
const GUEST_BYTES = 32 * MEBIBYTE;
const ACCOUNT_BYTES = 160 * MEBIBYTE;

/** Files of a chat: each has a row, and a reference that keeps its bytes from being swept away. */
const MAX_ATTACHMENTS = 100;

/** Files that a guest may upload from one address within a minute: `LIMIT_UPLOADS` in wrangler.toml. */
const GUEST_UPLOADS_A_MINUTE = 10;

/** A chat takes no further file: what is left of its limit. */
export interface AttachmentsFull {
  reason: 'attachmentsFull';
  isKept: boolean;
  /** Bytes that are left; null: it has as many files as a chat can have. */
  left: number | null;
}

/** Why a file of so many bytes does not fit beside those that are there; null where it does. */
export function findAttachmentsFull(
  size: number,
  held: { count: number; bytes: number },
  isKept: boolean,
): AttachmentsFull | null {
  if (held.count >= MAX_ATTACHMENTS) return { reason: 'attachmentsFull', isKept, left: null };
  const left = Math.max(0, (isKept ? ACCOUNT_BYTES : GUEST_BYTES) - held.bytes);
  return size > left ? { reason: 'attachmentsFull', isKept, left } : null;
}

/** Why a file was not taken, and what helps. */
export function describeAttachmentsFull({ isKept, left }: Omit<AttachmentsFull, 'reason'>): string {
  if (left === null) {
    return `A chat can have ${MAX_ATTACHMENTS} different files, and this one has them. Start a new chat.`;
  }
  const limit = toMegabytes(isKept ? ACCOUNT_BYTES : GUEST_BYTES);
  const help = isKept
    ? 'Start'
    : `Sign in to raise the limit to ${toMegabytes(ACCOUNT_BYTES)}, or start`;
  const rest = left === 0 ? 'none' : toMegabytes(left);
  const whose = isKept ? '' : ' of a guest';
  return `The files of a chat${whose} can have ${limit} in total, of which ${rest} is left. ${help} a new chat.`;
}

/** Whether one file is too large, whatever else is there. */
export function isTooLarge({ size, mediaType }: { size: number; mediaType: string }): boolean {
  return size > (isPicture(mediaType) ? MAX_PICTURE_BYTES : MAX_ATTACHMENT_BYTES);
}

/** Whether a file is shown to models that see, and not read. */
export function isPicture(mediaType: string): boolean {
  return mediaType.startsWith('image/');
}

export const ATTACHMENT_TOO_LARGE = `A file can have up to ${toMegabytes(MAX_ATTACHMENT_BYTES)}, an image up to ${toMegabytes(MAX_PICTURE_BYTES)}.`;

export const TOO_MANY_UPLOADS = `A guest can attach up to ${GUEST_UPLOADS_A_MINUTE} files a minute. Wait 60 seconds and send the message again, or sign in.`;
