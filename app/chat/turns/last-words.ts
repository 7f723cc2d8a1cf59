import type { UIMessageChunk } from 'ai';

import { HOUSE_OPTIONS } from '#app/builder/models/draft-note.ts';

/** How a turn comes to its last words. */
export interface Ending {
  /** It was stopped, or failed, which is said elsewhere. */
  isCutShort: () => boolean;
  /** It ran out of time, or room, so what was said last may not be the end of it. */
  isUnfinished: () => boolean;
  /** The model's answer when it is asked for its words once more; null where it is not asked. */
  ask: () => ReadableStream<UIMessageChunk> | null;
  /** The product's own sentences, where the model says nothing. */
  tell: () => string;
  /** The chunks that are sent last of all. */
  close: () => Promise<UIMessageChunk[]>;
}

/**
 * Lets a turn end with words: where the last step of the model has none it is asked once, and where it
 * still says nothing the product does, in a text that is marked as its own.
 */
export function withLastWords(ending: Ending): TransformStream<UIMessageChunk, UIMessageChunk> {
  let isEnded = false;
  /** The last step has said something, or asked the person. */
  let hasSpoken = false;
  const listen = (chunk: UIMessageChunk) => {
    if (chunk.type === 'start-step') hasSpoken = false;
    hasSpoken ||= isWord(chunk);
  };
  const end = async (controller: TransformStreamDefaultController<UIMessageChunk>) => {
    if (isEnded) return;
    isEnded = true;
    if (!hasSpoken && !ending.isUnfinished() && !ending.isCutShort()) {
      for await (const chunk of readAnswer(ending.ask())) {
        listen(chunk);
        controller.enqueue(chunk);
      }
    }
    const isUntold = ending.isUnfinished() || !hasSpoken;
    const own = isUntold && !ending.isCutShort() ? toOwnText(ending.tell()) : [];
    for (const chunk of [...own, ...(await ending.close())]) controller.enqueue(chunk);
  };
  return new TransformStream({
    async transform(chunk, controller) {
      listen(chunk);
      if (chunk.type === 'finish' || chunk.type === 'abort') await end(controller);
      controller.enqueue(chunk);
    },
    flush: end,
  });
}

function isWord(chunk: UIMessageChunk): boolean {
  if (chunk.type === 'text-delta') return chunk.delta.trim() !== '';
  if (chunk.type !== 'tool-output-available') return false;
  const { output } = chunk;
  return typeof output === 'object' && output !== null && 'asked' in output;
}

/** The chunks of an answer that belong into a message that has begun; a failed one just ends. */
async function* readAnswer(
  answer: ReadableStream<UIMessageChunk> | null,
): AsyncGenerator<UIMessageChunk> {
  const reader = answer?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const { type } = next.value;
    if (type !== 'error' && type !== 'abort') yield next.value;
  }
}

/** A text of the product in the answer of a model. */
function toOwnText(delta: string): UIMessageChunk[] {
  const id = 'last-words';
  return [
    { type: 'text-start', id, providerMetadata: HOUSE_OPTIONS },
    { type: 'text-delta', id, delta },
    { type: 'text-end', id },
  ];
}
