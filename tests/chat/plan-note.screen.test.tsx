import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { PlanNote } from '#app/chat/messages/plan-note.tsx';
import type { Plan } from '#app/chat/messages/read-plan.ts';

const toPlan = (...done: boolean[]): Plan => ({
  goal: 'Track parcels',
  steps: done.map((isDone, index) => ({ text: `Step ${index + 1}`, isDone })),
  assumed: [],
});
const card = () => within(screen.getByRole('article', { name: 'Plan' }));

test('while a turn runs, steps are done or to do', () => {
  render(<PlanNote plan={toPlan(true, false)} isOver={false} />);
  expect(card().getAllByLabelText('done')).toHaveLength(1);
  expect(card().getAllByLabelText('to do')).toHaveLength(1);
});

test('once it is over, what nobody has reported is not ticked, and is said to be unreported', () => {
  render(<PlanNote plan={toPlan(true, false)} isOver />);
  expect(card().getAllByLabelText('done')).toHaveLength(1);
  expect(card().getAllByLabelText('not reported as done')).toHaveLength(1);
  expect(card().getByText('Steps without a tick were not reported as done.')).toBeDefined();
});

test('a plan of which nothing was reported says so in one sentence', () => {
  render(<PlanNote plan={toPlan(false, false)} isOver />);
  expect(card().queryAllByLabelText('done')).toEqual([]);
  expect(card().getByText(/did not report which of these steps/)).toBeDefined();
});

test('a plan that is done needs no sentence', () => {
  render(<PlanNote plan={toPlan(true, true)} isOver />);
  expect(card().queryByText(/report/)).toBeNull();
});

test('what was assumed stands below the steps; where nothing was, nothing is said of it', () => {
  const { rerender } = render(
    <PlanNote plan={{ ...toPlan(true), assumed: ['Only reading'] }} isOver={false} />,
  );
  expect(card().getByRole('region', { name: 'Assumed' }).textContent).toContain('Only reading');
  rerender(<PlanNote plan={toPlan(true)} isOver={false} />);
  expect(screen.queryByRole('region', { name: 'Assumed' })).toBeNull();
});

test('before anything of it is there, there is no card', () => {
  render(<PlanNote plan={{ goal: '', steps: [], assumed: [] }} isOver={false} />);
  expect(screen.queryByRole('article', { name: 'Plan' })).toBeNull();
});
