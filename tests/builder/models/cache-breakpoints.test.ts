import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import * as z from 'zod';

import { withCacheBreakpoints } from '#app/builder/models/cache-breakpoints.ts';
import { markPrompt } from '#app/builder/models/mark-data.ts';
import { PROMPT } from '#app/builder/models/prompt.ts';
import { openModel } from '#app/builder/models/open-model.server.ts';

const say = (role: 'user' | 'assistant', text: string): LanguageModelV4Prompt[number] => ({
  role,
  content: [{ type: 'text', text }],
});

const CALL: LanguageModelV4Prompt = [
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: {} }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'read',
        output: { type: 'text', value: 'The result' },
      },
    ],
  },
];

const TALK: LanguageModelV4Prompt = [
  { role: 'system', content: 'The rules\n\nMore rules\n\nThe mark of this chat' },
  say('user', 'One'),
  say('assistant', 'First end'),
  say('user', 'Two'),
  say('assistant', 'Second end'),
  say('user', 'Three'),
  say('assistant', 'Third end'),
  say('user', 'Four'),
  ...CALL,
];

const Block = z.looseObject({
  text: z.string().optional(),
  content: z.unknown().optional(),
  cache_control: z.object({ type: z.literal('ephemeral') }).optional(),
});
const Body = z.looseObject({
  system: z.array(Block),
  messages: z.array(z.object({ content: z.array(Block) })),
});

/** The body that Anthropic gets. */
async function send(prompt: LanguageModelV4Prompt): Promise<z.infer<typeof Body>> {
  let sent: unknown = null;
  const fetch = (_input: unknown, init?: RequestInit) => {
    sent = JSON.parse(z.string().parse(init?.body));
    return Promise.reject(new Error('This is as far as it goes.'));
  };
  const model = createAnthropic({ apiKey: 'none', fetch })('claude-test');
  const asked = withCacheBreakpoints(model).doStream({ prompt });
  await Promise.resolve(asked).catch(() => null);
  return Body.parse(sent);
}

/** Texts of the blocks that Anthropic is asked to cache, in the order of a request. */
async function cachedBlocks(prompt: LanguageModelV4Prompt): Promise<string[]> {
  const { system, messages } = await send(prompt);
  const blocks = [...system, ...messages.flatMap(({ content }) => content)];
  return blocks.flatMap(({ text, content, cache_control: cache }) =>
    cache ? [text ?? JSON.stringify(content)] : [],
  );
}

test('the rules of all chats, the ends of the last turns and the newest message are cached', async () => {
  expect(await cachedBlocks(TALK)).toEqual([
    'The rules\n\nMore rules',
    'Second end',
    'Third end',
    '"The result"',
  ]);
});

test('what is marked in one turn is marked in the next one again, so that it is found', async () => {
  const [, before] = await cachedBlocks(TALK.slice(0, 6)).then((all) => all.slice(-3));
  const after = await cachedBlocks(TALK);
  expect(before).toBe('Second end');
  expect(after).toContain(before);
});

test('a first message has no turn before it', async () => {
  expect(await cachedBlocks(TALK.slice(0, 2))).toEqual(['The rules\n\nMore rules', 'One']);
});

test('two chats find the same rules in the cache, whatever their marks are', async () => {
  const prompt: LanguageModelV4Prompt = [{ role: 'system', content: PROMPT }, say('user', 'One')];
  const rules = ['first', 'second'].map(async (nonce) => {
    const marked = markPrompt(prompt, { nonce, takesImages: false });
    return (await cachedBlocks(marked))[0];
  });
  expect(await Promise.all(rules)).toEqual([PROMPT, PROMPT]);
});

test('a model is told the mark of its chat all the same, and rules of one paragraph as they are', async () => {
  const { system } = await send(TALK);
  expect(system.map(({ text }) => text).join('\n\n')).toBe(TALK[0]?.content);
  const short: LanguageModelV4Prompt = [
    { role: 'system', content: 'The rules' },
    say('user', 'One'),
  ];
  expect(await cachedBlocks(short)).toEqual(['The rules', 'One']);
});

const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.null(), z.array(Block)]),
});
const Request = z.looseObject({ messages: z.array(Message) });

/** The messages that an address with OpenAI's protocol is sent for a model. */
async function messagesAt(baseUrl: string, model: string, prompt: LanguageModelV4Prompt) {
  let sent: unknown = null;
  const opened = await openModel(
    { kind: 'openai-compatible', model, baseUrl },
    {
      send: async (request) => {
        sent = await request.json();
        return { ok: false, reason: 'unreachable', message: 'This is as far as it goes.' };
      },
    },
  );
  await Promise.resolve(opened.doStream({ prompt })).catch(() => null);
  return Request.parse(sent).messages;
}

const OPENROUTER = 'https://openrouter.ai/api/v1';

test('through OpenRouter the same is cached for Claude, in parts of the messages', async () => {
  const messages = await messagesAt(OPENROUTER, 'anthropic/claude-sonnet-4.5', TALK);
  const marked = messages.flatMap(({ role, content }) =>
    Array.isArray(content) ? content.map((part) => ({ role, ...part })) : [],
  );
  const cached = { type: 'text', cache_control: { type: 'ephemeral' } };
  expect(marked).toEqual([
    { role: 'system', text: 'The rules\n\nMore rules', ...cached },
    { role: 'system', type: 'text', text: 'The mark of this chat' },
    { role: 'assistant', text: 'Second end', ...cached },
    { role: 'assistant', text: 'Third end', ...cached },
    { role: 'tool', text: 'The result', ...cached },
  ]);
  expect(messages).toHaveLength(TALK.length);
});

test('a picture keeps its place, and a message of calls alone is not marked', async () => {
  const picture: LanguageModelV4Prompt[number] = {
    role: 'user',
    content: [
      { type: 'text', text: 'Look' },
      {
        type: 'file',
        mediaType: 'image/png',
        data: { type: 'data', data: new Uint8Array([1, 2, 3]) },
      },
    ],
  };
  const [call] = CALL;
  const prompt = [...TALK.slice(0, 1), ...(call ? [call] : []), picture];
  const messages = await messagesAt(OPENROUTER, 'anthropic/claude-opus-4.1', prompt);
  expect(messages[1]?.content).toBeNull();
  expect(messages[2]?.content).toMatchObject([
    { type: 'text', text: 'Look' },
    { type: 'image_url', cache_control: { type: 'ephemeral' } },
  ]);
});

test.each([
  [OPENROUTER, 'openai/gpt-5.4'],
  [OPENROUTER, 'not-anthropic/claude'],
  ['https://gateway.example.com/v1', 'anthropic/claude-sonnet-4.5'],
  ['https://openrouter.ai.example.com/v1', 'anthropic/claude-sonnet-4.5'],
])('at %s a request for %s is as it was', async (baseUrl, model) => {
  const messages = await messagesAt(baseUrl, model, TALK);
  expect(messages.every(({ content }) => typeof content === 'string' || content === null)).toBe(
    true,
  );
});
