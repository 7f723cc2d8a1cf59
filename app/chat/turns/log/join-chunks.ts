import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import * as z from 'zod/mini';

import { parseStored } from '#app/platform/read-stored.ts';

import type { LogLine } from './run-log.ts';

/** A line as `RunLog` wrote it; the AI SDK looks at the rest. */
const Chunk = z.custom<UIMessageChunk>(
  (value) => typeof value === 'object' && value !== null && 'type' in value,
);

/** The message that the lines of a turn make, behind what it held before. */
export async function joinChunks(
  id: string,
  before: UIMessage | undefined,
  lines: readonly LogLine[],
): Promise<UIMessage> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const line of lines) controller.enqueue(readChunk(line));
      controller.close();
    },
  });
  const message: UIMessage = before ?? { id, role: 'assistant', parts: [] };
  let last = message;
  const read = readUIMessageStream({ message, stream, onError: () => {} });
  for await (const next of read) last = next;
  return { ...last, id };
}

/** The chunk that a line holds. */
export function readChunk({ text }: LogLine): UIMessageChunk {
  return parseStored(Chunk, text, 'A line of a turn');
}
