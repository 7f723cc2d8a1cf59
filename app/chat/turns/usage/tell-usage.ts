import type { UIMessageChunk, UIMessageStreamWriter } from 'ai';

import type { TurnMeter } from './turn-meter.ts';

/** Tokens of an answer after which its usage is told again. */
const TOLD_TOKENS = 200;

/** A request of about so many tokens is sent: tells what the turn uses with it. */
export function tellRequest(meter: TurnMeter, tokens: number, writer: UIMessageStreamWriter): void {
  meter.ask(tokens);
  tellEstimate(meter, writer);
}

/** Tells the person what a turn uses while a step of it runs: an estimate, which is not stored. */
function tellEstimate(meter: TurnMeter, writer: UIMessageStreamWriter): void {
  const data = meter.estimate;
  if (data !== null) writer.write({ type: 'data-usage', id: 'usage', data, transient: true });
}

/** Counts what a model writes, and tells of it now and then. */
export function countOutput(
  meter: TurnMeter,
  writer: UIMessageStreamWriter,
): TransformStream<UIMessageChunk, UIMessageChunk> {
  let told = 0;
  return new TransformStream({
    transform(chunk, controller) {
      if (chunk.type === 'start-step') told = 0;
      const tokens = meter.write(lengthOf(chunk));
      if (tokens >= told + TOLD_TOKENS) {
        told = tokens;
        tellEstimate(meter, writer);
      }
      controller.enqueue(chunk);
    },
  });
}

function lengthOf(chunk: UIMessageChunk): number {
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return chunk.delta.length;
    case 'tool-input-delta':
      return chunk.inputTextDelta.length;
    default:
      return 0;
  }
}
