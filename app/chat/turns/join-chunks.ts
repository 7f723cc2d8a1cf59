import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';

import type { LogLine } from './run-log.ts';

/** The message that the lines of a turn make, behind what it held before. */
export async function joinChunks(
  id: string,
  before: UIMessage | undefined,
  lines: readonly LogLine[],
): Promise<UIMessage> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const { text } of lines) controller.enqueue(JSON.parse(text));
      controller.close();
    },
  });
  const message: UIMessage = before ?? { id, role: 'assistant', parts: [] };
  let last = message;
  const read = readUIMessageStream({ message, stream, onError: () => {} });
  for await (const next of read) last = next;
  return { ...last, id };
}
