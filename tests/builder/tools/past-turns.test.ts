import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { convertToModelMessages, type UIMessage } from 'ai';
import { expect, test } from 'vitest';

import { toNote } from '#app/builder/models/draft-note.ts';
import { toTurn } from '#app/builder/models/built-in-model.ts';

function call(id: string, name: string, input: object, value: string): LanguageModelV4Prompt {
  const output = { type: 'json' as const, value: { changed: [value] } };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: name, input }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: name, output }] },
  ];
}

function say(...texts: string[]): LanguageModelV4Prompt[number] {
  return { role: 'user', content: texts.map((text) => ({ type: 'text', text })) };
}

test('calls belong to the turn that they were made in, notes to none', () => {
  const turn = toTurn([
    { role: 'system', content: 'Be kind.' },
    say('Add a tool'),
    ...call('c1', 'upsert_tool', { name: 'a' }, 'a is added.'),
    say(toNote('The server runs.')),
    ...call('c2', 'run_checks', {}, 'Fine.'),
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    say('Rename it', 'to b'),
    ...call('c3', 'rename_tool', { from: 'a', to: 'b' }, 'a is called b now.'),
  ]);
  expect(turn).toEqual({
    text: 'Rename it\nto b',
    attached: [],
    past: [
      {
        text: 'Add a tool',
        calls: [
          { tool: 'upsert_tool', input: { name: 'a' }, output: { changed: ['a is added.'] } },
          { tool: 'run_checks', input: {}, output: { changed: ['Fine.'] } },
        ],
      },
    ],
    results: [
      {
        tool: 'rename_tool',
        input: { from: 'a', to: 'b' },
        output: { changed: ['a is called b now.'] },
      },
    ],
  });
});

test('a stored conversation keeps the calls of its earlier turns', async () => {
  const input = { name: 'get_user' };
  const output = { changed: ['get_user is removed.'], problems: [] };
  const stored: UIMessage[] = [
    { id: 'q0', role: 'user', parts: [{ type: 'text', text: 'Remove get_user' }] },
    {
      id: 'a0',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'tool-remove_tool', toolCallId: 'c', state: 'output-available', input, output },
        { type: 'step-start' },
        { type: 'text', text: 'It is gone.' },
      ],
    },
    { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'Undo that' }] },
  ];
  const messages = await convertToModelMessages(stored, { ignoreIncompleteToolCalls: true });
  expect(JSON.stringify(messages)).toContain('get_user is removed.');
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
});
