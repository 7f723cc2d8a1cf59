import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** What a scripted answer may consist of. `wait` holds it back until that is fulfilled; a text is an input as a model writes it. */
export type Line =
  | { say: string }
  | { call: string; input: object | string }
  | { wait: Promise<unknown> }
  | { fail: Error };

/** A language model that says what it is told, one list of lines for each step. */
export function scriptedModel(steps: Line[][]): LanguageModelV4 & { prompts: unknown[] } {
  const prompts: unknown[] = [];
  let step = 0;
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    prompts,
    doGenerate: () => Promise.reject(new Error('Only streams.')),
    doStream: ({ prompt, abortSignal }) => {
      prompts.push(prompt);
      const lines = steps[step] ?? [{ say: 'Done.' }];
      step += 1;
      const parts = play(lines, step);
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        async pull(controller) {
          const part = await parts.next();
          if (abortSignal?.aborted) return controller.error(abortSignal.reason);
          if (part.done) controller.close();
          else controller.enqueue(part.value);
        },
      });
      return Promise.resolve({ stream });
    },
  };
}

async function* play(lines: Line[], step: number): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  let calls = 0;
  for (const [index, line] of lines.entries()) {
    if ('wait' in line) await line.wait;
    else if ('fail' in line) throw line.fail;
    else if ('say' in line) {
      const id = `text-${step}-${index}`;
      yield { type: 'text-start', id };
      yield { type: 'text-delta', id, delta: line.say };
      yield { type: 'text-end', id };
    } else {
      calls += 1;
      const toolCallId = `call-${step}-${calls}`;
      yield {
        type: 'tool-call',
        toolCallId,
        toolName: line.call,
        input: typeof line.input === 'string' ? line.input : JSON.stringify(line.input),
      };
    }
  }
  const unified = calls > 0 ? 'tool-calls' : 'stop';
  yield { type: 'finish', finishReason: { unified, raw: undefined }, usage: USAGE };
}
