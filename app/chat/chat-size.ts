import type { UIMessage } from 'ai';

import { toMegabytes } from '#app/platform/text/to-megabytes.ts';

const MEBIBYTE = 1_048_576;

/**
 * Bytes of all messages of a chat as JSON, those of every branch. A full one, with the answer that
 * filled it, is read whole, as bytes, as a text and as what that says, by an isolate of 128 MB.
 */
const GUEST_BYTES = 4 * MEBIBYTE;
const ACCOUNT_BYTES = 10 * MEBIBYTE;

/** Bytes that a message may take on its way to its chat: a call between Workers carries 32 MiB. */
const CALL_BYTES = 30 * MEBIBYTE;

/** Bytes that one turn may add to an answer, as JSON. */
export const MAX_TURN_BYTES = 4 * MEBIBYTE;

/** A message does not fit: the bytes that are left, and the limit. */
export interface TooMuch {
  reason: 'tooMuch';
  left: number;
  limit: number;
}

/** The most bytes that a chat may hold; fewer if it belongs to a guest. */
export function chatBytesOf({ isKept }: { isKept: boolean }): number {
  return isKept ? ACCOUNT_BYTES : GUEST_BYTES;
}

/** Whether a message is too long to be handed on: there a text may take two bytes a character. */
export function isTooLong({ parts }: UIMessage): boolean {
  const sizes = parts.map((part) => {
    if (part.type === 'text') return part.text.length * 2;
    return part.type === 'file' ? part.url.length : 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0) > CALL_BYTES;
}

/** Whether a chat that holds so many bytes has no room for a message, or without one for an answer. */
export function findTooMuch(
  message: UIMessage | null,
  held: number,
  limit: number,
): TooMuch | null {
  const left = Math.max(0, limit - held);
  const isTooMuch = left === 0 || (message !== null && toBytes(message) > left);
  return isTooMuch ? { reason: 'tooMuch', left, limit } : null;
}

/** Describes why a message does not fit, and what to do about it. */
export function describeTooMuch({ left, limit }: Omit<TooMuch, 'reason'>): string {
  const isGuest = limit === GUEST_BYTES;
  if (left === limit) {
    const [whose, help] = isGuest
      ? [' of a guest', `, or sign in for ${toMegabytes(ACCOUNT_BYTES)}`]
      : ['', ''];
    return `This message is too large: a chat${whose} can hold ${toMegabytes(limit)}. Shorten it${help}.`;
  }
  const more = isGuest
    ? `Sign in to raise the limit to ${toMegabytes(ACCOUNT_BYTES)}, or start`
    : 'Start';
  const ways = `${more} a new chat, or fork this one at an earlier message.`;
  return left > 0
    ? `This message is too large for this chat: only ${toMegabytes(left)} of its ${toMegabytes(limit)} are left. Shorten it. ${ways}`
    : `This chat is full: it holds ${toMegabytes(limit)} of messages. ${ways}`;
}

/** Why a chat of that size is not copied. */
export function describeForkTooMuch(limit: number): string {
  const whose = limit === GUEST_BYTES ? ' of a guest' : '';
  return `Up to that message, this chat is larger than the ${toMegabytes(limit)} that a chat${whose} can hold. Fork it at an earlier message.`;
}

function toBytes(message: UIMessage): number {
  return new TextEncoder().encode(JSON.stringify(message)).byteLength;
}
