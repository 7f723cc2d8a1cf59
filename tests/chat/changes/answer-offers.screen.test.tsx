import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { RealAnswer } from '#app/builder/calls/real-call.ts';
import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import { AnswerOffers } from '#app/chat/changes/answer-offers.tsx';

import { startUser } from '../../setup/screens/start-user.ts';

const REQUEST = 'GET https://orders.example.net/orders';

function toOffers(...keeping: RealAnswer['keeping'][]): ChangeSetView {
  const items = keeping.map((each, index) => ({
    id: String(index + 1),
    risks: [`Calls list_orders on the real API: ${REQUEST}.`],
    parts: [],
    more: 0,
    realCall: {
      tool: `list_${index + 1}`,
      arguments: '{}',
      isCode: false,
      requests: [{ request: REQUEST, headers: {} }],
      hosts: ['orders.example.net'],
      secrets: [],
      answer: {
        isError: false,
        text: '{"orders":[41]}',
        isCut: false,
        requests: [{ request: REQUEST, headers: {}, outcome: '200' }],
        keeping: each,
      },
    },
  }));
  return { id: 's', hash: '', items, state: 'approved', approved: ['1'], isOffer: true };
}

function open(offers: ChangeSetView, failure: RequestFailure | null = null, canKeep = true) {
  const kept: string[] = [];
  const keepAnswer = (_offers: ChangeSetView, item: string) => {
    kept.push(item);
    return Promise.resolve(failure);
  };
  render(<AnswerOffers offers={offers} keepAnswer={keepAnswer} canKeep={canKeep} />);
  return kept;
}

const buttons = () => screen.queryAllByRole('button', { name: /^Keep as the mock’s answer/ });

test('each answer has its request, its outcome and one button that keeps it', async () => {
  const user = startUser();
  const kept = open(toOffers('possible', 'possible'));
  expect(screen.getAllByText(`${REQUEST} → 200`, { selector: 'p span' })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Keep as the mock’s answer: list_2' }));
  await waitFor(() => expect(kept).toEqual(['2']));
});

test('the whole of what was sent and answered is there on demand', async () => {
  const user = startUser();
  open(toOffers('possible'));
  await user.click(screen.getByText('What was sent and answered'));
  expect(screen.getByText('{"orders":[41]}')).toBeDefined();
});

test('what is kept says so; what cannot be kept has no button', () => {
  open(toOffers('done', 'impossible'));
  expect(screen.getAllByText('kept for the mock')).toHaveLength(1);
  expect(buttons()).toEqual([]);
});

test('nothing is kept while the builder works; why something was not kept is said', async () => {
  open(toOffers('possible'), null, false);
  expect(buttons()[0]).toHaveProperty('disabled', true);
  const user = startUser();
  const detail = 'The answer is not what list_1 promises.';
  const problem = { type: 'about:blank', title: 'No', status: 422, detail, requestId: 'r' };
  open(toOffers('possible'), { reason: 'problem', problem });
  await user.click(buttons()[1] ?? document.body);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(detail));
});

test('who only reads the conversation keeps nothing', () => {
  render(<AnswerOffers offers={toOffers('possible')} keepAnswer={undefined} canKeep />);
  expect(buttons()).toEqual([]);
});
