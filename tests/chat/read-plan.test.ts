import { expect, test } from 'vitest';

import { readPlan, type PlanCall } from '#app/chat/messages/read-plan.ts';

const call = (input: object, isWhole = true): PlanCall => ({ input, isWhole });
const FIRST = { goal: 'A shop', steps: ['Import', 'Rename', 'Check'], assumed: ['Only reading'] };

/** The plan with a mark at each step: `+` is done. */
function marks(...calls: PlanCall[]): string[] {
  return readPlan(calls).steps.map(({ text, isDone }) => `${isDone ? '+' : '-'} ${text}`);
}

test('no step is done before the model says so', () => {
  expect(marks(call(FIRST))).toEqual(['- Import', '- Rename', '- Check']);
});

test('steps are ticked by their numbers, once and for all', () => {
  expect(marks(call(FIRST), call({ done: [1] }), call({ done: [3] }))).toEqual([
    '+ Import',
    '- Rename',
    '+ Check',
  ]);
});

test('the last plan holds, and a step that stays is as done as it was', () => {
  const next = { goal: 'A small shop', steps: ['Check', 'Import', 'Add examples'] };
  const calls = [call(FIRST), call({ done: [1] }), call(next)];
  expect(marks(...calls)).toEqual(['- Check', '+ Import', '- Add examples']);
  expect(readPlan(calls)).toMatchObject({ goal: 'A small shop', assumed: ['Only reading'] });
  expect(readPlan([...calls, call({ ...next, assumed: ['Euros'] })]).assumed).toEqual(['Euros']);
});

test('a first plan is shown while it is written; one in its place, and a tick, come whole', () => {
  expect(marks(call({ goal: 'A shop', steps: ['Imp'] }, false))).toEqual(['- Imp']);
  expect(marks(call(FIRST), call({ steps: ['Ren'] }, false))).toHaveLength(3);
  expect(marks(call(FIRST), call({ done: [1] }, false))[0]).toBe('- Import');
});

test.each([[{ done: [0, 4, 99] }], [{ done: 'all' }], [{ done: ['1'] }], [null], ['text'], [{}]])(
  'what names no step ticks none: %j',
  (input) => {
    expect(marks(call(FIRST), { input, isWhole: true })).toEqual([
      '- Import',
      '- Rename',
      '- Check',
    ]);
  },
);

test('a tick without a plan makes none', () => {
  expect(readPlan([call({ done: [1] })])).toEqual({ goal: '', steps: [], assumed: [] });
});
