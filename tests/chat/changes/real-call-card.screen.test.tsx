import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { RealAnswer, RealCall } from '#app/builder/calls/real-call.ts';
import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import { ChangeSetCard } from '#app/chat/changes/change-set-card.tsx';

import { startUser } from '../../setup/screens/start-user.ts';

const REQUEST = 'POST https://orders.example.net/orders';
const CALL: RealCall = {
  tool: 'add_order',
  arguments: '{"body": {"item": "Tea"}}',
  isCode: false,
  requests: [
    {
      request: REQUEST,
      headers: { Authorization: 'Bearer {ORDER_TOKEN}' },
      body: '{"item":"Tea"}',
    },
  ],
  hosts: ['orders.example.net'],
  secrets: ['ORDER_TOKEN'],
};
const ANSWER: RealAnswer = {
  isError: false,
  text: '{"order":{"id":41}}',
  isCut: false,
  requests: [{ request: REQUEST, headers: {}, outcome: '200' }],
  keeping: 'possible',
};

function toSet(state: ChangeSetView['state'], call: Partial<RealCall> = {}): ChangeSetView {
  const risk = `Calls add_order on the real API: ${REQUEST} with ORDER_TOKEN.`;
  const realCall = { ...CALL, ...call };
  return {
    id: 's',
    hash: '0'.repeat(64),
    state,
    approved: state === 'approved' ? ['1'] : [],
    items: [{ id: '1', risks: [risk], parts: [], more: 0, realCall }],
  };
}

function open(changes: ChangeSetView) {
  const done: string[] = [];
  const take = (word: string) => (_set: ChangeSetView, what: string | string[]) => {
    done.push(`${word} ${String(what)}`);
    return Promise.resolve(null);
  };
  render(
    <ChangeSetCard
      changes={changes}
      decide={take('approve')}
      keepAnswer={take('keep')}
      canDecide
    />,
  );
  return done;
}

const button = (name: string) => screen.getByRole('button', { name });

test('a held call shows what it sends, and is approved with the button', async () => {
  const user = startUser();
  const done = open(toSet('open'));
  expect(screen.getByText(/made once, as it is shown here/)).toBeDefined();
  expect(screen.getByText(CALL.arguments)).toBeDefined();
  const requests = screen.getByRole('list', { name: 'Requests' });
  expect(requests.textContent).toContain(REQUEST);
  expect(requests.textContent).toContain('Authorization: Bearer {ORDER_TOKEN}');
  expect(requests.textContent).toContain('{"item":"Tea"}');
  await user.click(button('Approve'));
  expect(done).toEqual(['approve 1']);
});

test('of code it is said that the code decides what is sent', () => {
  const code = 'export default () => 1;';
  open(toSet('open', { isCode: true, code, requests: [] }));
  expect(screen.getByText(/Its code decides.*sent nothing/)).toBeDefined();
  expect(screen.getByText(code), 'the code itself is shown').toBeDefined();
});

test('the answer is shown, and kept with one click', async () => {
  const user = startUser();
  const done = open(toSet('approved', { answer: ANSWER }));
  expect(screen.getByText(ANSWER.text)).toBeDefined();
  expect(screen.getByText('answered')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Requests' }).textContent).toContain('→ 200');
  await user.click(button('Keep as the mock’s answer'));
  await waitFor(() => expect(done).toEqual(['keep 1']));
});

test('a failure is shown as one, and what is kept is kept once', () => {
  open(toSet('approved', { answer: { ...ANSWER, isError: true, keeping: 'done' } }));
  expect(screen.getByText('failed')).toBeDefined();
  expect(screen.getByText(/The mock answers the same now/)).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('an approved call without an answer says that none is known; a refused one says nothing of it', () => {
  open(toSet('approved'));
  expect(screen.getByText(/no answer is known/)).toBeDefined();
  open(toSet('refused'));
  expect(screen.getAllByText(/no answer is known/)).toHaveLength(1);
});
