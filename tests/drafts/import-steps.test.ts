import { expect, test } from 'vitest';

import { advanceImport, beginImport, failImport } from '#app/drafts/documents/import-steps.ts';

const states = (steps: ReturnType<typeof beginImport>) =>
  steps.map(({ step, state }) => `${step} ${state}`);

test('only an address has a step for fetching', () => {
  expect(states(beginImport(true, 0))[0]).toBe('fetching running');
  expect(states(beginImport(false, 0))[0]).toBe('reading running');
});

test('what comes before the reported step is done, with the time it took', () => {
  const steps = advanceImport(
    beginImport(true, 100),
    { step: 'importing', done: 3, total: 20 },
    400,
  );
  expect(states(steps)).toEqual([
    'fetching done',
    'reading done',
    'importing running',
    'generating waiting',
  ]);
  expect(steps[0]).toMatchObject({ startedAt: 100, endedAt: 400 });
  expect(steps[2]).toMatchObject({ done: 3, total: 20, startedAt: 400 });
});

test('counts go on while a step runs, and stay when it is done', () => {
  let steps = beginImport(false, 0);
  steps = advanceImport(steps, { step: 'importing', done: 1, total: 2 }, 10);
  steps = advanceImport(steps, { step: 'importing', done: 2, total: 2 }, 20);
  steps = advanceImport(steps, { step: 'generating' }, 30);
  expect(steps[1]).toEqual({
    step: 'importing',
    state: 'done',
    startedAt: 10,
    endedAt: 30,
    done: 2,
    total: 2,
  });
});

test('ready ends every step', () => {
  const steps = advanceImport(beginImport(true, 0), { step: 'ready' }, 5);
  expect(steps.every(({ state }) => state === 'done')).toBe(true);
});

test('a failure marks the step that ran and no other', () => {
  const steps = failImport(advanceImport(beginImport(false, 0), { step: 'importing' }, 5), 9);
  expect(states(steps)).toEqual(['reading done', 'importing failed', 'generating waiting']);
});
