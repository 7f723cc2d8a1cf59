import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { PlanNote } from '#app/chat/messages/plan-note.tsx';

const PLAN = { goal: 'Track parcels', steps: ['Import', 'Rename'] };

test('a plan ticks the steps that are done, and says what was assumed', () => {
  render(<PlanNote input={{ ...PLAN, assumed: ['Only reading'] }} done={() => 1} />);
  const plan = within(screen.getByRole('article', { name: 'Plan' }));
  expect(plan.getAllByLabelText('done')).toHaveLength(1);
  expect(plan.getAllByLabelText('to do')).toHaveLength(1);
  expect(plan.getByRole('region', { name: 'Assumed' }).textContent).toContain('Only reading');
});

test('a plan without assumptions, as older ones are, says nothing of them', () => {
  render(<PlanNote input={PLAN} done={() => 0} />);
  expect(screen.queryByRole('region', { name: 'Assumed' })).toBeNull();
});
