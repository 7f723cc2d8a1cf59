import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { AutopilotRequest } from '#app/autopilot/autopilot-state.ts';
import { NewGoalForm } from '#app/autopilot/new-goal-form.tsx';
import { BUILT_IN, type ModelList } from '#app/builder/models/model-choice.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refill } from '../setup/screens/refill.ts';
import { startUser } from '../setup/screens/start-user.ts';

const MODELS: ModelList = {
  models: [BUILT_IN],
  default: BUILT_IN.id,
  keeps: 'tab',
  allowsLocal: true,
};

async function openForm() {
  answerRequests(({ url }) => (url.endsWith('/api/models') ? Response.json(MODELS) : undefined));
  const started: AutopilotRequest[] = [];
  render(<NewGoalForm isStarting={false} onStart={(goal) => void started.push(goal)} />);
  const user = startUser();
  await screen.findByRole('button', { name: /^Model: / });
  return { started, user };
}

const start = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Start' });

test('a goal is needed, and an example is one', async () => {
  const { started, user } = await openForm();
  expect(start().disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: /^Add a tool that gets/ }));
  await user.click(start());
  expect(started).toMatchObject([{ target: 90, maxRounds: 5 }]);
  expect(started[0]?.goal).toMatch(/^Add a tool that gets/);
});

test.each([
  ['0', '3'],
  ['101', '3'],
  ['90', '11'],
  ['90', ''],
])('a target of %s in %s rounds makes no sense and starts nothing', async (target, rounds) => {
  const { started, user } = await openForm();
  await user.type(screen.getByLabelText('Goal'), 'A server for parcels');
  expect(start().disabled).toBe(false);
  await refill(user, screen.getByLabelText('Target score'), target);
  await refill(user, screen.getByLabelText('Maximum rounds'), rounds);
  expect(start().disabled).toBe(true);
  await user.keyboard('{Enter}');
  expect(started).toEqual([]);
});

test('a goal that is too long says by how much, and starts nothing', async () => {
  const { user } = await openForm();
  await refill(user, screen.getByLabelText('Goal'), 'x'.repeat(4_001));
  expect(screen.getByRole('alert').textContent).toContain('this one has 4,001');
  expect(start().disabled).toBe(true);
});
