import * as z from 'zod';

import { toWords } from './model-openai.ts';
import { USUAL_USAGE, waitAtGate, type ModelLine, type ModelUsage } from './model-script.ts';

const Block = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string().min(1) }),
  z.looseObject({ type: z.literal('image'), source: z.looseObject({}) }),
  z.looseObject({ type: z.literal('thinking'), thinking: z.string() }),
  z.looseObject({
    type: z.literal('tool_use'),
    id: z.string().regex(/^[A-Za-z0-9_-]+$/),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
  }),
]);

/** Body of `POST /v1/messages` (Anthropic, "Create a Message"), as far as it is used. */
const Body = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.number().int().positive(),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string().min(1), z.array(Block).min(1)]),
      }),
    )
    .min(1),
  system: z.union([z.string(), z.array(z.looseObject({ type: z.literal('text') }))]).optional(),
  tools: z
    .array(
      z.looseObject({
        name: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
        input_schema: z.looseObject({ type: z.literal('object') }),
      }),
    )
    .optional(),
  stream: z.literal(true),
});

/** The error of an invalid request, in the company's words; null for a valid one. */
export function findAnthropicFault(value: unknown, headers: Headers): string | null {
  if (!headers.get('anthropic-version')) return 'anthropic-version: header is required';
  const body = Body.safeParse(value);
  if (!body.success) return z.prettifyError(body.error);
  if (body.data.messages[0]?.role !== 'user') return 'messages: first message must use "user" role';
  let open = new Set<string>();
  for (const { role, content } of body.data.messages) {
    const blocks = typeof content === 'string' ? [] : content;
    const answered = blocks.flatMap((block) =>
      block.type === 'tool_result' ? [block.tool_use_id] : [],
    );
    if (answered.some((id) => !open.has(id))) return 'unexpected `tool_use_id` in `tool_result`';
    if (role === 'user' && [...open].some((id) => !answered.includes(id))) {
      return '`tool_use` ids were found without `tool_result` blocks immediately after';
    }
    open = new Set(blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])));
  }
  return null;
}

/** The events of one streamed message. */
export async function* toAnthropicEvents(
  value: unknown,
  lines: readonly ModelLine[],
  finish: 'stop' | 'length',
  { input, cached = 0, written = 0, output }: ModelUsage = USUAL_USAGE,
): AsyncGenerator<string> {
  const { model } = Body.parse(value);
  const read = { cache_read_input_tokens: cached, cache_creation_input_tokens: written };
  const usage = { input_tokens: input - cached - written, ...read, output_tokens: 1 };
  const message = { id: `msg_${crypto.randomUUID()}`, type: 'message', role: 'assistant', model };
  const empty = { content: [], stop_reason: null, stop_sequence: null };
  yield toEvent('message_start', { message: { ...message, ...empty, usage } });
  let index = 0;
  let calls = 0;
  for (const line of lines) {
    if ('pause' in line) await new Promise((resolve) => setTimeout(resolve, line.pause));
    else if ('gate' in line) await waitAtGate(line.gate);
    else if ('hang' in line) await new Promise(() => {});
    else if ('cut' in line) return;
    else if ('error' in line) {
      yield toEvent('error', { error: { type: 'overloaded_error', message: line.error } });
      return;
    } else {
      if ('call' in line) calls += 1;
      yield* toBlock(index, line);
      index += 1;
    }
  }
  const stop = finish === 'length' ? 'max_tokens' : 'end_turn';
  const delta = { stop_reason: calls > 0 ? 'tool_use' : stop, stop_sequence: null };
  yield toEvent('message_delta', { delta, usage: { output_tokens: output } });
  yield toEvent('message_stop', {});
}

function* toBlock(
  index: number,
  line: Extract<ModelLine, { say: string } | { call: string }>,
): Generator<string> {
  if ('say' in line) {
    yield toEvent('content_block_start', { index, content_block: { type: 'text', text: '' } });
    for (const text of toWords(line.say)) {
      yield toEvent('content_block_delta', { index, delta: { type: 'text_delta', text } });
    }
  } else {
    const id = `toolu_${crypto.randomUUID().replaceAll('-', '')}`;
    const block = { type: 'tool_use', id, name: line.call, input: {} };
    const text = 'text' in line ? line.text : JSON.stringify(line.input);
    yield toEvent('content_block_start', { index, content_block: block });
    for (const piece of text.match(/[\s\S]{1,9}/g) ?? []) {
      const delta = { type: 'input_json_delta', partial_json: piece };
      yield toEvent('content_block_delta', { index, delta });
    }
  }
  yield toEvent('content_block_stop', { index });
}

/** The company's error envelope. */
export function toAnthropicError(status: number, message: string): object {
  const types: Record<number, string> = {
    401: 'authentication_error',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  };
  const type = types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { type: 'error', error: { type, message } };
}

function toEvent(type: string, value: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
}
