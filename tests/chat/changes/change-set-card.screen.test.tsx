import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import { ChangeSetCard } from '#app/chat/changes/change-set-card.tsx';

import { startUser } from '../../setup/screens/start-user.ts';

const CHANGES: ChangeSetView = {
  id: 's',
  hash: '0'.repeat(64),
  state: 'open',
  approved: [],
  items: ['one', 'two'].map((name) => ({
    id: `upstreams:${name}`,
    risks: [`Sends requests to ${name}.example.net.`],
    parts: [
      { kind: 'upstreams', name, change: 'added', fields: [] },
      { kind: 'tools', name: `get_${name}`, change: 'changed', fields: ['action.path'] },
    ],
    more: 0,
  })),
};

function open(changes: Partial<ChangeSetView> = {}, failure: RequestFailure | null = null) {
  const decisions: string[][] = [];
  const decide = (_set: ChangeSetView, approve: string[]) => {
    decisions.push(approve);
    return Promise.resolve(failure);
  };
  const shown = { ...CHANGES, ...changes };
  render(<ChangeSetCard changes={shown} decide={decide} canDecide />);
  return decisions;
}

const button = (name: string) => screen.getByRole('button', { name });

test('all items are approved by one button', async () => {
  const user = startUser();
  const decisions = open();
  await user.click(button('Approve all 2'));
  expect(decisions).toEqual([['upstreams:one', 'upstreams:two']]);
});

test('an item that is left out is not approved; with none left there is nothing to approve', async () => {
  const user = startUser();
  const decisions = open();
  await user.click(screen.getByRole('checkbox', { name: /one\.example/ }));
  await user.click(button('Approve 1 of 2'));
  expect(decisions).toEqual([['upstreams:two']]);
  await user.click(screen.getByRole('checkbox', { name: /two\.example/ }));
  expect(button('Approve 0 of 2')).toHaveProperty('disabled', true);
  await user.click(button('Refuse all'));
  expect(decisions.at(-1)).toEqual([]);
});

test('the changed parts are listed with their fields', async () => {
  const user = startUser();
  open();
  await user.click(screen.getByText('get_one and 1 more'));
  expect(screen.getByText('~ tool get_one: action.path')).toBeDefined();
});

test('a decision that was refused says why, and may be made again', async () => {
  const user = startUser();
  const detail = 'The server was changed since: get_one.';
  open(
    {},
    {
      reason: 'problem',
      problem: { type: 'about:blank', title: 'Conflict', status: 409, detail, requestId: 'r' },
    },
  );
  await user.click(button('Approve all 2'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(detail));
  expect(button('Approve all 2')).toHaveProperty('disabled', false);
});

test.each([
  ['approved', 'Approved changes'],
  ['refused', 'Refused changes'],
  ['outdated', 'Outdated changes'],
] as const)('a set that is %s has no buttons', (state, title) => {
  open({ state, approved: state === 'approved' ? ['upstreams:one'] : [] });
  expect(screen.getByRole('heading').textContent).toBe(title);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryAllByText('Refused')).toHaveLength(state === 'approved' ? 1 : 0);
});

test('who only reads sees what waits, and no buttons', () => {
  render(<ChangeSetCard changes={CHANGES} decide={undefined} canDecide />);
  expect(screen.getByText('not applied yet')).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
