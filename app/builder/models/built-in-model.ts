import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

import { nextStep } from '#app/builder/built-in/next-step.ts';
import type {
  BuiltInStep,
  BuiltInTurn,
  FinishedCall,
  PastTurn,
} from '#app/builder/built-in/turn.ts';
import { findTool } from '#app/builder/tools/builder-tools.ts';

import { readDocumentName } from './describe-document.ts';
import { isNote } from './draft-note.ts';

type LanguageModelV4ToolMessage = Extract<LanguageModelV4Message, { role: 'tool' }>;

const NO_TOKENS = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * The built-in builder as a language model: deterministic and offline. It streams like any other, and uses
 * the same tools.
 */
export const builtInModel: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'built-in',
  modelId: 'built-in-builder',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('The built-in builder supports streaming only.')),
  doStream: (options) => Promise.resolve({ stream: toStream(options) }),
};

function toStream(options: LanguageModelV4CallOptions): ReadableStream<LanguageModelV4StreamPart> {
  const step = nextStep(toTurn(options.prompt));
  const parts = toParts(step, countCalls(options.prompt));
  return new ReadableStream({
    pull(controller) {
      const part = parts.next();
      if (part.done) controller.close();
      else controller.enqueue(part.value);
    },
  });
}

function* toParts(
  { say, calls }: BuiltInStep,
  before: number,
): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  if (say !== '') {
    yield { type: 'text-start', id: 'say' };
    for (const delta of say.match(/\S+\s*|\s+/g) ?? []) {
      yield { type: 'text-delta', id: 'say', delta };
    }
    yield { type: 'text-end', id: 'say' };
  }
  for (const [index, { tool, input }] of calls.entries()) {
    const toolCallId = `call-${before + index + 1}`;
    yield { type: 'tool-call', toolCallId, toolName: tool, input: JSON.stringify(input) };
  }
  const unified = calls.length > 0 ? 'tool-calls' : 'stop';
  yield { type: 'finish', finishReason: { unified, raw: undefined }, usage: NO_TOKENS };
}

/** The user's message, the tool results since, and the earlier turns. */
export function toTurn(prompt: LanguageModelV4Prompt): BuiltInTurn {
  const turns: PastTurn[] = [];
  let attached: string[] = [];
  const inputs = new Map<string, object>();
  for (const message of prompt) {
    if (message.role === 'user') {
      // A note about the draft is not a user's message.
      const said = message.content.filter((part) => part.type !== 'text' || !isNote(part.text));
      const texts = said.map((part) => (part.type === 'text' ? part.text : ''));
      if (said.length === 0) continue;
      attached = texts.flatMap((text) => readDocumentName(text) ?? []);
      const words = texts.filter((text) => readDocumentName(text) === null);
      turns.push({ text: words.join('\n'), calls: [] });
    } else if (message.role === 'assistant') {
      for (const part of message.content) {
        if (part.type === 'tool-call') inputs.set(part.toolCallId, toObject(part.input));
      }
    } else if (message.role === 'tool') {
      turns.at(-1)?.calls.push(...toCalls(message, inputs));
    }
  }
  const current = turns.pop();
  return { text: current?.text ?? '', attached, past: turns, results: current?.calls ?? [] };
}

/** The calls that a message of results answers. */
function toCalls(
  { content }: LanguageModelV4ToolMessage,
  inputs: ReadonlyMap<string, object>,
): FinishedCall[] {
  return content.flatMap((part): FinishedCall[] => {
    if (part.type !== 'tool-result') return [];
    const { output, toolName } = part;
    const tool = findTool(toolName)?.name;
    // A tool of an older version, which nothing here knows how to read.
    if (tool === undefined) return [];
    const input = inputs.get(part.toolCallId) ?? {};
    return [{ tool, input, output: 'value' in output ? output.value : null }];
  });
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Number of calls so far: ids have to be unique within a chat. */
function countCalls(prompt: LanguageModelV4Prompt): number {
  return prompt.flatMap((message) =>
    message.role === 'assistant' ? message.content.filter((part) => part.type === 'tool-call') : [],
  ).length;
}
