import { expect, test } from 'vitest';

import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { callsOf, countDone, toSegments } from '#app/chat/messages/message-segments.ts';

type Part = ChatMessage['parts'][number];

let calls = 0;
function call(tool: string, output: object = {}): Part {
  calls += 1;
  const toolCallId = `call-${calls}`;
  return { type: `tool-${tool}`, toolCallId, state: 'output-available', input: {}, output };
}
const text = (said: string): Part => ({ type: 'text', text: said });
const kinds = (parts: Part[]) => toSegments(parts).map(({ kind }) => kind);

test('calls in a row are one timeline, with the short lines between them', () => {
  const [activity, answer] = toSegments([
    text('Looking at the draft.'),
    call('read_blueprint'),
    { type: 'step-start' },
    text('Changing the draft.'),
    call('upsert_tool'),
    text('It is done.'),
  ]);
  if (activity?.kind !== 'activity') throw new Error('No timeline.');
  expect(activity.steps.map((step) => (typeof step === 'string' ? step : step.type))).toEqual([
    'Looking at the draft.',
    'tool-read_blueprint',
    'Changing the draft.',
    'tool-upsert_tool',
  ]);
  expect(answer).toEqual({ kind: 'text', text: 'It is done.' });
});

test('a person sees where the model was told earlier messages in short only', () => {
  const summary: Part = { type: 'data-summary', data: { from: 'q4', messages: 8 } };
  const [activity] = toSegments([summary, call('read_blueprint'), text('It is done.')]);
  if (activity?.kind !== 'activity') throw new Error('No timeline.');
  expect(activity.steps[0]).toBe('Earlier messages were summarised for the model.');
  expect(activity.steps).toHaveLength(2);
});

test('a long text, and one with Markdown, stands by itself', () => {
  expect(kinds([text('Long '.repeat(40)), call('upsert_tool')])).toEqual(['text', 'activity']);
  expect(kinds([text('- one\n- two'), call('upsert_tool')])).toEqual(['text', 'activity']);
});

test('plans and questions stand by themselves, empty texts and data nowhere', () => {
  const parts = [
    call('propose_plan'),
    call('upsert_tool'),
    text(''),
    { type: 'data-draft', data: { score: 90 } } as Part,
    call('ask_user'),
  ];
  expect(kinds(parts)).toEqual(['plan', 'activity', 'question']);
});

test('what only looks, asks or tries something out ticks no step of a plan', () => {
  const [segment] = toSegments([call('read_report'), call('run_tool'), call('run_checks')]);
  if (segment?.kind !== 'activity') throw new Error('No timeline.');
  expect(countDone(3, callsOf(segment.steps), true, () => false)).toBe(0);
});

test('a plan is ticked as changes are made, and whole only when the turn ended well', () => {
  const [segment] = toSegments([
    call('read_blueprint'),
    call('upsert_tool'),
    call('rename_tool', { problems: [{ message: 'no' }] }),
  ]);
  if (segment?.kind !== 'activity') throw new Error('No timeline.');
  const made = callsOf(segment.steps);
  const isBad = (part: { state: string; output?: unknown }) =>
    JSON.stringify(part.output ?? {}).includes('problems');
  expect(countDone(3, made, false, isBad)).toBe(1);
  expect(countDone(1, made, false, isBad)).toBe(0);
  expect(countDone(3, made, true, isBad)).toBe(1);
  expect(countDone(3, made.slice(0, 2), true, isBad)).toBe(3);
});
