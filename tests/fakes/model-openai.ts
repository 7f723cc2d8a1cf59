import * as z from 'zod';

import { USUAL_USAGE, waitAtGate, type ModelLine, type ModelUsage } from './model-script.ts';

const Text = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]);

const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), content: Text }),
  z.looseObject({ role: z.literal('user'), content: Text }),
  z.looseObject({
    role: z.literal('assistant'),
    content: Text.nullish(),
    tool_calls: z
      .array(
        z.looseObject({
          id: z.string().min(1),
          type: z.literal('function'),
          function: z.strictObject({ name: z.string(), arguments: z.string() }),
        }),
      )
      .optional(),
  }),
  z.looseObject({ role: z.literal('tool'), tool_call_id: z.string(), content: Text }),
]);

const Tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal('object') }).optional(),
  }),
});

/** Body of `POST /v1/chat/completions` (OpenAI, "Create chat completion"), as far as it is used. */
const Body = z.looseObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  tools: z.array(Tool).min(1).optional(),
  stream: z.literal(true),
  stream_options: z.looseObject({ include_usage: z.boolean() }).optional(),
  max_tokens: z.number().int().positive().optional(),
  max_completion_tokens: z.number().int().positive().optional(),
});
type Body = z.infer<typeof Body>;

/** The error of an invalid request, in the company's words; null for a valid one. */
export function findOpenAiFault(value: unknown): string | null {
  const body = Body.safeParse(value);
  if (!body.success) return z.prettifyError(body.error);
  const open = new Set<string>();
  for (const message of body.data.messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) {
        return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'";
      }
    } else if (open.size > 0) {
      return "an assistant message with 'tool_calls' must be followed by tool messages";
    }
    if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) open.add(id);
  }
  return open.size > 0 ? 'tool calls without their tool messages' : null;
}

/** The events of one streamed response. */
export async function* toOpenAiEvents(
  value: unknown,
  lines: readonly ModelLine[],
  finish: 'stop' | 'length',
  usage: ModelUsage = USUAL_USAGE,
): AsyncGenerator<string> {
  const body: Body = Body.parse(value);
  const base = {
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: body.model,
  };
  const chunk = (delta: object, reason: string | null = null) =>
    toEvent({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }] });
  let calls = 0;
  let isFirst = true;
  for (const line of lines) {
    if ('pause' in line) await new Promise((resolve) => setTimeout(resolve, line.pause));
    else if ('gate' in line) await waitAtGate(line.gate);
    else if ('hang' in line) await new Promise(() => {});
    else if ('cut' in line) return;
    else if ('error' in line) {
      yield toEvent({ error: { message: line.error, type: 'server_error', code: null } });
      return;
    } else {
      if (isFirst) yield chunk({ role: 'assistant', content: '' });
      isFirst = false;
      if ('say' in line) for (const content of toWords(line.say)) yield chunk({ content });
      else {
        const text = 'text' in line ? line.text : JSON.stringify(line.input);
        const index = calls;
        calls += 1;
        const named = { name: line.call, arguments: '' };
        const id = `call_${crypto.randomUUID().slice(0, 8)}`;
        yield chunk({ tool_calls: [{ index, id, type: 'function', function: named }] });
        for (const piece of text.match(/[\s\S]{1,9}/g) ?? []) {
          yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
        }
      }
    }
  }
  yield chunk({}, calls > 0 ? 'tool_calls' : finish);
  if (body.stream_options?.include_usage) {
    yield toEvent({ ...base, choices: [], usage: toUsage(usage) });
  }
  yield 'data: [DONE]\n\n';
}

function toUsage({ input, cached = 0, output, cost }: ModelUsage): object {
  return {
    ...(cost === undefined ? {} : { cost }),
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

/** The company's error envelope. */
export function toOpenAiError(status: number, message: string): object {
  const type = status === 429 ? 'rate_limit_error' : 'invalid_request_error';
  return { error: { message, type, param: null, code: status === 401 ? 'invalid_api_key' : null } };
}

/** Splits a text into the pieces that a model sends. */
export function toWords(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function toEvent(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
