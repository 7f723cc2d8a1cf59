import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { refuse } from '../setup/screens/fake-draft.ts';
import { openServerPane } from '../setup/screens/open-server-pane.tsx';

const score = () => screen.findByRole('region', { name: 'Score' });
const check = async (title: string) => {
  const item = (await screen.findByRole('heading', { name: title })).closest('li');
  if (!item) throw new Error(`${title} stands in no list`);
  return within(item);
};

test('the report has seven families, and says how the score is calculated', async () => {
  const { user } = await openServerPane('tab=report');
  const details = within(await score())
    .getByText('How the score is calculated')
    .closest('details');
  expect(details?.open).toBe(false);
  await user.click(within(await score()).getByText('How the score is calculated'));
  expect(details?.open).toBe(true);
  expect(details?.textContent).toMatch(/÷ \d+ × 100 is \d+, rounded down/);
  const panel = within(screen.getByRole('tabpanel'));
  expect(panel.getAllByRole('heading', { level: 2 })).toHaveLength(7);
});

test.each([
  { visibility: 'private', says: 'nobody else can see it' },
  { visibility: 'unlisted', says: 'Anyone who reads it can view the conversation' },
] as const)('beside the badge of a $visibility server stands who sees it', async (given) => {
  const { user } = await openServerPane('tab=report', given);
  await user.click(within(await score()).getByText('How the score is calculated'));
  expect((await score()).textContent).toContain(given.says);
});

test('evidence shows what was sent and what came back, once it is opened', async () => {
  const { user } = await openServerPane('tab=report');
  const origin = await check('Web pages of other origins are rejected');
  expect(origin.getByText('pass')).toBeTruthy();
  expect(origin.queryByLabelText(/^Sent/)).toBeNull();
  await user.click(origin.getByText('Evidence'));
  expect((await origin.findByLabelText(/^Sent/)).textContent).toContain('POST');
  expect(origin.getByLabelText(/^Received/).textContent).toContain('403');
});

test('one click puts a check right, and undo takes it back', async () => {
  const { user, draft } = await openServerPane('tab=report');
  const served = () => draft.blueprint().tools.filter(({ enabled }) => enabled).length;
  const deprecated = await check('No deprecated tool is served');
  expect(deprecated.getByText('warn')).toBeTruthy();
  const before = served();
  await user.click(deprecated.getByRole('button', { name: /^Fix it/ }));
  await deprecated.findByText('pass');
  expect(served()).toBeLessThan(before);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await deprecated.findByText('warn');
  await waitFor(() => expect(served()).toBe(before));
});

test('a report that cannot be made says so, and is asked for again', async () => {
  let isBroken = true;
  const { user } = await openServerPane('tab=report', {
    before: ({ url }) =>
      isBroken && url.endsWith('/report') ? refuse(503, 'Not now.') : undefined,
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await score()).toBeTruthy();
});

test('a visitor sees the report, and no way to change the server', async () => {
  await openServerPane('tab=report', { mayEdit: false });
  await check('No deprecated tool is served');
  expect(screen.queryByRole('button', { name: /^Fix/ })).toBeNull();
});
