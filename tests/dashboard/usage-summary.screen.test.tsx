import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { UsageSummary } from '#app/dashboard/tabs/usage-summary.tsx';
import { UsageView } from '#app/hosting/calls/call-entry.ts';
import { answerJson } from '#app/platform/answer-json.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const TOOLS = ['get_user', 'list_users'].map((tool) => ({
  tool,
  calls: 1_200,
  errors: 0,
  p50: 1_500,
  p95: null,
}));

test('another span of time keeps what is shown until its answer comes, and a failure is said', async () => {
  const asked: string[] = [];
  const answers: ((response: Response) => void)[] = [];
  answerRequests((request) => {
    asked.push(new URL(request.url).search);
    return new Promise((resolve) => answers.push(resolve));
  });
  const answer = async (response: Response) => {
    await expect.poll(() => answers.length).toBe(1);
    answers.pop()?.(response);
  };
  const usage = () => answerJson(UsageView, { hours: [], tools: TOOLS, quota: null });
  render(<UsageSummary project="p" refreshes={0} />);
  expect(screen.getByText('Loading')).toBeTruthy();
  await answer(usage());
  expect(await screen.findAllByRole('cell', { name: '1,200' })).toHaveLength(2);
  expect(screen.getAllByRole('cell', { name: '1,500 ms' })).toHaveLength(2);

  const user = startUser();
  const week = screen.getByRole('radio', { name: '7 days' });
  await user.click(week);
  expect(document.activeElement).toBe(week);
  expect(screen.getAllByRole('cell', { name: '1,200' })).toHaveLength(2);
  await answer(refuse(503, 'Not right now.'));
  expect((await screen.findByRole('alert')).textContent).toContain('Not right now.');
  expect(document.activeElement).toBe(week);

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await answer(usage());
  expect(await screen.findAllByRole('cell', { name: '1,200' })).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(asked).toEqual(['?hours=24', '?hours=168', '?hours=168']);
});
