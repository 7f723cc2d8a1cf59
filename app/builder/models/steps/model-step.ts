import type {
  LanguageModelV4,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';

import type {
  StepAsked,
  StepCall,
  StepEvent,
  StepMessage,
  StepUsage,
} from '#app/evals/loop/step.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

import { describeFault, ModelError, toFault } from '#app/builder/models/model-fault.ts';
import { costOfTokens, type ModelPrice } from '#app/builder/models/model-price.ts';
import { readReportedCost } from './reported-cost.ts';

/** The model of a step, and how it is named where it fails. */
export interface StepModel {
  model: LanguageModelV4;
  label: string;
  isOwn: boolean;
  price: ModelPrice | null;
}

/** The most that OpenAI takes in one request. */
const MANY_TOOLS = 128;

type EndEvent = Extract<StepEvent, { type: 'end' }>;

/** Streams one step of a model. The last event is its end, or an error, which nothing follows. */
export async function* streamModelStep(
  { model, label, isOwn, price }: StepModel,
  asked: Pick<StepAsked, 'instructions' | 'messages' | 'tools' | 'signal'>,
  maxOutputTokens: number,
): AsyncGenerator<Exclude<StepEvent, EndEvent> | Omit<EndEvent, 'ticket'>> {
  let calls = 0;
  try {
    const { stream } = await model.doStream({
      prompt: toModelPrompt(asked),
      ...(asked.tools.length > 0 && { tools: toModelTools(asked), toolChoice: { type: 'auto' } }),
      maxOutputTokens,
      abortSignal: asked.signal,
    });
    for await (const part of stream) {
      if (part.type === 'text-delta') yield { type: 'text', delta: part.delta };
      else if (part.type === 'tool-call') {
        calls += 1;
        yield { type: 'call', call: toStepCall(part) };
      } else if (part.type === 'error') throw part.error;
      else if (part.type === 'finish') {
        const isCut = part.finishReason.unified === 'length';
        const finish = calls > 0 ? 'calls' : isCut ? 'length' : 'stop';
        yield { type: 'end', finish, usage: toStepUsage(part.usage, price), model: label };
        return;
      }
    }
    yield { type: 'error', message: describeFault({ kind: 'cut' }, { label, isOwn }) };
  } catch (error) {
    if (asked.signal.aborted) throw error;
    yield { type: 'error', message: describeError(error, { label, isOwn }, asked.tools.length) };
  }
}

function describeError(
  error: unknown,
  named: { label: string; isOwn: boolean },
  tools: number,
): string {
  const fault = toFault(error);
  const message = error instanceof ModelError ? error.message : describeFault(fault, named);
  const isRefusal = fault.kind === 'status' && fault.status === 400;
  if (!isRefusal || tools <= MANY_TOOLS) return message;
  return `${message} It was given ${tools.toLocaleString('en')} tools; many models take ${MANY_TOOLS} at most.`;
}

function toModelTools({ tools }: Pick<StepAsked, 'tools'>) {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    name,
    inputSchema,
    ...(description === undefined ? {} : { description }),
  }));
}

function toModelPrompt({
  instructions,
  messages,
}: Pick<StepAsked, 'instructions' | 'messages'>): LanguageModelV4Message[] {
  const system = { role: 'system' as const, content: instructions };
  return [...(instructions === '' ? [] : [system]), ...messages.map(toModelMessage)];
}

function toModelMessage(message: StepMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant': {
      const text = { type: 'text' as const, text: message.text };
      const calls = message.calls.map(({ id, tool, input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: tool,
        input,
      }));
      // Companies refuse a message without content, and an empty text.
      const isEmpty = message.text === '' && calls.length > 0;
      return { role: 'assistant', content: [...(isEmpty ? [] : [text]), ...calls] };
    }
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ id, tool, text, isError }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: tool,
          output: { type: isError ? 'error-text' : 'text', value: text },
        })),
      };
  }
}

function toStepCall({
  toolCallId,
  toolName,
  input,
}: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): StepCall {
  // A model of its own server may name neither as the protocol wants.
  const id = toolCallId.replace(/[^\w.:-]/g, '_').slice(0, 128) || crypto.randomUUID();
  const tool = toolName.slice(0, 128) || 'unnamed';
  const read = readInput(input);
  return read === null ? { id, tool, input: {}, unread: input } : { id, tool, input: read };
}

/** The arguments; no text at all is none. */
function readInput(text: string) {
  if (text.trim() === '') return {};
  try {
    const read = parseJson(text);
    return isJsonObject(read) ? read : null;
  } catch {
    return null;
  }
}

function toStepUsage(
  { inputTokens, outputTokens, raw }: LanguageModelV4Usage,
  price: ModelPrice | null,
): StepUsage {
  const { total: input = 0, cacheRead: cached = 0, cacheWrite = 0 } = inputTokens;
  const { total: output = 0 } = outputTokens;
  const tokens = { input, cached, cacheWrite, output };
  const cost = readReportedCost(raw) ?? (price === null ? null : costOfTokens(tokens, price));
  return { input, cached, output, cost };
}
