import type { UIMessageChunk } from 'ai';

import type { Beat } from './scripts.ts';

/** Pause between two words. */
const WORD_MS = 25;
/** Characters of a call's input that come at once. */
const INPUT_PIECE = 24;

/**
 * The chunks of a scripted answer, word by word, with the times that its beats take. `sleep` ends
 * early, by throwing, when nobody listens any more.
 */
export async function* playScript(
  beats: readonly Beat[],
  messageId: string,
  sleep: (ms: number) => Promise<void>,
): AsyncGenerator<UIMessageChunk> {
  yield { type: 'start', messageId };
  yield { type: 'start-step' };
  for (const [index, beat] of beats.entries()) {
    const id = `${messageId}-${index + 1}`;
    switch (beat.kind) {
      case 'say':
        yield* say(beat.text, id, sleep);
        break;
      case 'wait':
        await sleep(beat.ms);
        break;
      case 'call':
        yield* callTool(beat, id, sleep);
        break;
      case 'break':
        yield { type: 'error', errorText: beat.text };
        return;
    }
  }
  yield { type: 'finish-step' };
  yield { type: 'finish' };
}

async function* say(
  text: string,
  id: string,
  sleep: (ms: number) => Promise<void>,
): AsyncGenerator<UIMessageChunk> {
  yield { type: 'text-start', id };
  for (const delta of text.match(/\S+\s*|\s+/g) ?? []) {
    yield { type: 'text-delta', id, delta };
    await sleep(WORD_MS);
  }
  yield { type: 'text-end', id };
}

async function* callTool(
  { tool, input, output, takes }: Extract<Beat, { kind: 'call' }>,
  toolCallId: string,
  sleep: (ms: number) => Promise<void>,
): AsyncGenerator<UIMessageChunk> {
  yield { type: 'tool-input-start', toolCallId, toolName: tool };
  const json = JSON.stringify(input);
  for (let start = 0; start < json.length; start += INPUT_PIECE) {
    const inputTextDelta = json.slice(start, start + INPUT_PIECE);
    yield { type: 'tool-input-delta', toolCallId, inputTextDelta };
    await sleep(WORD_MS);
  }
  yield { type: 'tool-input-available', toolCallId, toolName: tool, input };
  await sleep(takes);
  yield { type: 'tool-output-available', toolCallId, output };
}
