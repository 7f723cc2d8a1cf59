import { expect, test } from 'vitest';

import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { isMiss } from '#app/chat/messages/is-miss.ts';

function answer(parts: ChatMessage['parts'], isBuiltIn?: true): ChatMessage {
  const usage = { steps: 1, tokens: 0, seconds: 0, of: { steps: 9, tokens: 9, seconds: 9 } };
  return {
    id: 'm',
    role: 'assistant',
    metadata: { status: 'done' },
    parts: [
      ...parts,
      { type: 'data-usage', data: { ...usage, ...(isBuiltIn ? { isBuiltIn } : {}) } },
    ],
  };
}

function asks(question: string, unclear?: string[]): ChatMessage['parts'][number] {
  return {
    type: 'tool-ask_user',
    toolCallId: 'call-1',
    state: 'output-available',
    input: { question, choices: [], ...(unclear ? { unclear } : {}) },
    output: { asked: true },
  };
}

test('an answered question is no miss', () => {
  expect(isMiss(answer([{ type: 'text', text: 'The draft has 2 tools.' }], true))).toBe(false);
});

test('a question about what was asked for is no miss', () => {
  expect(isMiss(answer([asks('Which tool do you mean?')], true))).toBe(false);
});

test('what the built-in builder could make nothing of is a miss', () => {
  expect(isMiss(answer([asks('What should I do instead?', ['sing it'])], true))).toBe(true);
  expect(isMiss(answer([asks('What should I do instead?', [])], true))).toBe(false);
});

test('a model that asks the same is no miss of the built-in builder', () => {
  expect(isMiss(answer([asks('What do you mean?', ['sing it'])]))).toBe(false);
});
