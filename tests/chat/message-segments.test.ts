import { expect, test } from 'vitest';

import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { toSegments } from '#app/chat/messages/message-segments.ts';
import { readPlan } from '#app/chat/messages/read-plan.ts';

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

test('a person sees where older results of the turn itself were told in short only', () => {
  const folded: Part = { type: 'data-folded', id: 'folded', data: { results: 3 } };
  const [activity] = toSegments([call('read_file'), folded, call('read_file')]);
  if (activity?.kind !== 'activity') throw new Error('No timeline.');
  expect(activity.steps[1]).toBe('Older results of this turn were summarised for the model.');
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

const planned = (input: object, output: object = { shown: true }): Part => {
  const part = call('propose_plan', output);
  return { ...part, input } as Part;
};
const PLAN = { goal: 'A shop', steps: ['Import', 'Rename'] };

/** The plan that is shown, with a mark at each step. */
function marksOf(parts: Part[]): string[] {
  const plans = toSegments(parts).flatMap((each) => (each.kind === 'plan' ? [each.calls] : []));
  expect(plans).toHaveLength(1);
  return readPlan(plans[0] ?? []).steps.map(({ text: step, isDone }) =>
    isDone ? `+ ${step}` : `- ${step}`,
  );
}

test('twelve changes of the first step tick no other', () => {
  const changes = Array.from({ length: 12 }, () => call('upsert_tool'));
  expect(marksOf([planned(PLAN), ...changes])).toEqual(['- Import', '- Rename']);
  expect(marksOf([planned(PLAN), ...changes, planned({ done: [1] })])).toEqual([
    '+ Import',
    '- Rename',
  ]);
});

test('there is one plan, where the first of them stands, and ticks part no timeline', () => {
  const parts = [
    planned(PLAN),
    call('upsert_tool'),
    planned({ done: [1] }),
    call('rename_tool'),
    planned({ goal: 'Another', steps: ['Import', 'Check'] }),
    text('It is done.'),
  ];
  expect(kinds(parts)).toEqual(['plan', 'activity', 'text']);
  expect(marksOf(parts)).toEqual(['+ Import', '- Check']);
});

test('a plan that was refused says nothing', () => {
  const refused = planned({ goal: 'Wrong', done: [1] }, { problems: [{ message: 'no' }] });
  expect(marksOf([planned(PLAN), refused])).toEqual(['- Import', '- Rename']);
});
