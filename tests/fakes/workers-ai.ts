import { toOpenAiEvents } from './model-openai.ts';
import type { ModelLine } from './model-script.ts';

/** A turn's request to the binding. */
interface AskedRun {
  model: string;
  inputs: object;
}

/** The binding of Workers AI, for streamed responses only: always the same response, or a failure. */
export function createFakeAi(lines: readonly ModelLine[] | 'down') {
  const asked: AskedRun[] = [];
  async function run(model: string, inputs: object): Promise<ReadableStream<Uint8Array>> {
    asked.push({ model, inputs });
    if (lines === 'down') throw new Error('4006: you have used up your daily free allocation');
    const events = toOpenAiEvents({ ...inputs, model }, lines, 'stop');
    const encoder = new TextEncoder();
    return new ReadableStream({
      async pull(controller) {
        const event = await events.next();
        if (event.done) controller.close();
        else controller.enqueue(encoder.encode(event.value));
      },
    });
  }
  return { binding: { run }, asked };
}
