import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ChangedPart, ChangeSetView } from '#app/builder/change-set/change-set.ts';
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

test('parts of a set that was made before there were values are listed with their fields', async () => {
  const user = startUser();
  open();
  await user.click(screen.getByText('get_one and 1 more'));
  expect(screen.getByText('~ tool get_one: action.path')).toBeDefined();
});

const CODE = "export default () => fetch('https://one.example.net');";
const LONG = Array.from({ length: 60 }, (_, line) => `"property_${line}": {}`).join('\n');
const PARTS: ChangedPart[] = [
  {
    kind: 'tools',
    name: 'sum',
    change: 'changed',
    fields: ['action.source', 'inputSchema'],
    isRisky: true,
    values: [
      { field: 'parameters', before: null, after: LONG },
      { field: 'code', before: 'export default () => 1;\nconst same = 2;', after: CODE },
    ],
  },
  {
    kind: 'upstreams',
    name: 'api',
    change: 'changed',
    fields: ['baseUrl'],
    isRisky: true,
    values: [
      { field: 'baseUrl', before: 'https://api.example.com', after: 'https://one.example.net' },
    ],
  },
  {
    kind: 'tools',
    name: 'get_user',
    change: 'changed',
    fields: ['description'],
    values: [{ field: 'description', before: 'Old.', after: 'New.', left: 1_200 }],
  },
];

function openParts(changes: Partial<ChangeSetView> = {}) {
  const risks = ['Runs new code of sum on the real API.'];
  open({ items: [{ id: '1', risks, parts: PARTS, more: 0 }], ...changes });
}

test('a card is a group, not a landmark: a conversation may hold several of one name', () => {
  open();
  expect(screen.getByRole('group', { name: 'Changes to approve' })).toBeDefined();
  expect(screen.queryAllByRole('region')).toEqual([]);
});

test('the code that would run is shown without a click, line by line', async () => {
  openParts();
  const code = await screen.findByRole('region', { name: 'code of tool sum' });
  expect(code.textContent).toMatch(/- export default \(\) => 1;.*\+ export default.*fetch/s);
  expect(button('Approve')).toHaveProperty('disabled', false);
});

test('an address that moves is shown as both of them, in words too', async () => {
  openParts();
  const api = within(await screen.findByRole('list', { name: 'Changes of API api' }));
  const [from, to] = [api.getByText('https://api.example.com'), api.getByText(/one\.example/)];
  expect(from.textContent).toBe('− before: https://api.example.com');
  expect(to.textContent).toBe('+ after: https://one.example.net');
});

test('a long text is folded, and drawn when it is opened', async () => {
  const user = startUser();
  openParts();
  await screen.findByRole('region', { name: 'code of tool sum' });
  expect(screen.queryByRole('region', { name: 'parameters of tool sum' })).toBeNull();
  await user.click(screen.getByText('parameters'));
  const lines = await screen.findByRole('region', { name: 'parameters of tool sum' });
  expect(lines.textContent).toContain('property_59');
});

test('what comes with a risk and has none is opened on demand, and says what is left out', async () => {
  const user = startUser();
  openParts();
  await user.click(screen.getByText('With it: get_user'));
  await user.click(await screen.findByText('tool get_user'));
  expect(await screen.findByText('New.')).toBeDefined();
  expect(screen.getByText(/^1,200 more characters differ/)).toBeDefined();
});

test('once it is decided on, a set is folded', async () => {
  openParts({ state: 'approved', approved: ['1'] });
  expect(await screen.findByText('tool sum')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'code of tool sum' })).toBeNull();
});

test('values that are blanked in both states are said to differ', async () => {
  const values = [{ field: 'code', before: 'a = [not shown]', after: 'a = [not shown]' }];
  const parts = PARTS.slice(0, 1).map((part) => ({ ...part, values }));
  openParts({ items: [{ id: '1', risks: ['Runs new code.'], parts, more: 0 }] });
  expect(await screen.findByText('It differs in a value that is not shown.')).toBeDefined();
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
