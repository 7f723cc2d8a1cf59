import * as z from 'zod';

import type { ModelRequest } from '../fakes/model-script.ts';

/** What is new to the model in a request: everything after its own last message. */
export interface ModelRequestText {
  /** Texts and results, in their order. */
  text: string;
  /** Results of the calls of its last message, in their order. */
  results: { call: string; text: string }[];
  /** The whole body. */
  whole: string;
}

const Text = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]);

const OpenAiBody = z.looseObject({
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content: Text.nullish(),
      tool_call_id: z.string().optional(),
      tool_calls: z
        .array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string() }) }))
        .optional(),
    }),
  ),
});

const AnthropicBlock = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
  text: z.string().optional(),
  tool_use_id: z.string().optional(),
  content: Text.optional(),
});

const AnthropicBody = z.looseObject({
  system: Text.optional(),
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(AnthropicBlock)]) }),
  ),
});

/** Reads a request of the product to a model of either protocol. */
export function readModelRequest({ url, body }: ModelRequest): ModelRequestText {
  const whole = JSON.stringify(body);
  return { ...(url.includes('anthropic') ? readAnthropic(body) : readOpenAi(body)), whole };
}

function readOpenAi(body: unknown) {
  const { messages } = OpenAiBody.parse(body);
  const own = messages.findLastIndex(({ role }) => role === 'assistant');
  const calls = messages[own]?.tool_calls ?? [];
  const fresh = messages.slice(own + 1);
  const results = fresh.flatMap(({ tool_call_id: id, content }) => {
    const call = calls.find((each) => each.id === id)?.function.name;
    return call === undefined ? [] : [{ call, text: toText(content) }];
  });
  return { text: fresh.map(({ content }) => toText(content)).join('\n'), results };
}

function readAnthropic(body: unknown) {
  const { messages } = AnthropicBody.parse(body);
  const own = messages.findLastIndex(({ role }) => role === 'assistant');
  const calls = toBlocks(messages[own]?.content ?? []);
  const fresh = messages.slice(own + 1).flatMap(({ content }) => toBlocks(content));
  const results = fresh.flatMap(({ tool_use_id: id, content }) => {
    const call = id === undefined ? undefined : calls.find((each) => each.id === id)?.name;
    return call === undefined ? [] : [{ call, text: toText(content) }];
  });
  const texts = fresh.map(({ text, content }) => text ?? toText(content));
  return { text: texts.join('\n'), results };
}

function toBlocks(content: string | z.infer<typeof AnthropicBlock>[]) {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function toText(content: z.infer<typeof Text> | null | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
}
