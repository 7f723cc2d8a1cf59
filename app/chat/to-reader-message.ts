import * as z from 'zod/mini';

import { readJson } from '#app/platform/shape.ts';

/**
 * Parts of an answer that concern whose model it was: why one kept them waiting or was given up, and what the turn
 * used and cost.
 */
const FOR_OWNER = new Set(['data-state', 'data-usage']);

/** Stands for the words of a failure, which may name the owner's model, its address and its account. */
const FAILED = JSON.stringify({ type: 'error', errorText: 'The turn failed.' });

const Chunk = z.object({ type: z.string() });

/** A message as everybody but its owner reads it. */
export function toReaderMessage<Message extends { parts: { type: string }[] }>(
  message: Message,
): Message {
  return { ...message, parts: message.parts.filter(({ type }) => !FOR_OWNER.has(type)) };
}

/** A line of a running turn (JSON of a chunk) as everybody but its owner gets it; null: not at all. */
export function toReaderLine(text: string): string | null {
  const type = readJson(Chunk, text)?.type ?? 'error';
  if (FOR_OWNER.has(type)) return null;
  return type === 'error' ? FAILED : text;
}
