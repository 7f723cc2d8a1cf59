import type { UIMessageChunk } from 'ai';

import { MAX_TURN_BYTES } from '#app/chat/chat-size.ts';

/** Characters of one text in what a tool was given, or answered, that a conversation keeps. */
const MAX_TEXT = 60_000;

/**
 * Limits an answer to the room that its chat has: long texts in calls of tools are cut (the tool
 * itself got them whole), and beyond the byte limit nothing is added any more.
 *
 * @param onFull is called once when that limit is reached, to end the turn.
 */
export function boundAnswer(onFull: () => void): TransformStream<UIMessageChunk, UIMessageChunk> {
  const encoder = new TextEncoder();
  let bytes = 0;
  let isFull = false;
  return new TransformStream({
    transform(chunk, controller) {
      if (isEnd(chunk)) return controller.enqueue(chunk);
      if (isFull) return;
      const kept = cutTexts(chunk);
      bytes += encoder.encode(JSON.stringify(toAdded(kept))).byteLength;
      isFull = bytes > MAX_TURN_BYTES;
      if (isFull) onFull();
      else controller.enqueue(kept);
    },
  });
}

function isEnd({ type }: UIMessageChunk): boolean {
  return type === 'finish' || type === 'abort' || type === 'error';
}

/** The part of a chunk that stays in the message. */
function toAdded(chunk: UIMessageChunk): unknown {
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return chunk.delta;
    case 'tool-input-delta':
      return chunk.inputTextDelta;
    default:
      return chunk;
  }
}

function cutTexts(chunk: UIMessageChunk): UIMessageChunk {
  switch (chunk.type) {
    case 'tool-input-available':
    case 'tool-input-error':
      return { ...chunk, input: cut(chunk.input) };
    case 'tool-output-available':
      return { ...chunk, output: cut(chunk.output) };
    default:
      return chunk;
  }
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') {
    const rest = value.length - MAX_TEXT;
    return rest > 0 ? `${value.slice(0, MAX_TEXT)}… (${rest} more characters)` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cut);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item)]));
}
