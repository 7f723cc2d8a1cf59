import { readUIMessageStream, type UIMessageChunk } from 'ai';

import { createEventStreamParser } from '#app/api-client/event-stream.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';

interface Listener {
  onMessage: (message: ChatMessage) => void;
  onFault: (text: string) => void;
}

/**
 * Reads a reply of the builder as it arrives, in pieces of any size: events, their chunks, the
 * message that they add up to. Anything that is no chunk is reported and skipped.
 */
export function createReplyReader({ onMessage, onFault }: Listener) {
  const parse = createEventStreamParser();
  let controller: ReadableStreamDefaultController<UIMessageChunk> | null = null;
  const stream = new ReadableStream<UIMessageChunk>({
    start(given) {
      controller = given;
    },
  });
  void follow(stream, { onMessage, onFault });

  return (piece: string): void => {
    for (const { data } of parse(piece)) {
      if (controller === null) return onFault('There is unexpected text after the end.');
      if (data === '[DONE]') {
        controller.close();
        controller = null;
        continue;
      }
      const chunk = toChunk(data);
      if (chunk) controller.enqueue(chunk);
      else onFault(`This is not a valid chunk: ${data.slice(0, 80)}`);
    }
  };
}

async function follow(
  stream: ReadableStream<UIMessageChunk>,
  { onMessage, onFault }: Listener,
): Promise<void> {
  const onError = (error: unknown) =>
    onFault(error instanceof Error ? error.message : 'Interrupted');
  try {
    for await (const message of readUIMessageStream<ChatMessage>({ stream, onError })) {
      onMessage(message);
    }
  } catch (error) {
    onError(error);
  }
}

function toChunk(text: string): UIMessageChunk | null {
  try {
    const value: unknown = JSON.parse(text);
    const isChunk = typeof value === 'object' && value !== null && 'type' in value;
    return isChunk ? (value as UIMessageChunk) : null;
  } catch {
    return null;
  }
}
