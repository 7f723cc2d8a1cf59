import { render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { AutopilotScreen } from '#app/autopilot/autopilot-screen.tsx';
import {
  AutopilotRequest,
  AutopilotState,
  createRun,
  type Round,
} from '#app/autopilot/autopilot-state.ts';
import { BUILT_IN, ModelList } from '#app/builder/models/model-choice.ts';
import { PointChanges } from '#app/chat/point-answers.ts';
import { NewChat } from '#app/drafts/draft.ts';
import { answerJson } from '#app/platform/answer-json.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refill } from '../setup/screens/refill.ts';
import { startUser } from '../setup/screens/start-user.ts';

const GOAL = { goal: 'Make the shop nice', target: 80, maxRounds: 3 };
const MODELS: ModelList = {
  models: [BUILT_IN],
  default: BUILT_IN.id,
  keeps: 'tab',
  allowsLocal: true,
};
const CHANGES: PointChanges = {
  tools: [
    {
      tool: 'list_orders',
      change: 'changed',
      fields: [{ field: 'description', before: 'Orders.', after: 'Lists orders.\nNewest first.' }],
    },
    { tool: 'old_tool', change: 'removed', fields: [] },
  ],
  more: 3,
  parts: ['The APIs it calls changed.'],
};

function round(number: number, more: Partial<Round>): Round {
  return {
    number,
    asked: GOAL.goal,
    answer: `answer-${number}`,
    startedAt: 0,
    endedAt: 1_500,
    status: 'done',
    verdict: null,
    score: null,
    fails: 0,
    warns: 0,
    plan: [],
    changed: [],
    usage: null,
    ...more,
  };
}

function openRun(more: Partial<AutopilotState>) {
  const begun: AutopilotRequest[] = [];
  answerRequests(async (request) => {
    const path = new URL(request.url).pathname;
    if (path === '/api/models') return answerJson(ModelList, MODELS);
    if (path === '/api/chats/c/points/1/tools') return answerJson(PointChanges, CHANGES);
    if (path === '/api/chats') return answerJson(NewChat, { id: 'new-chat' });
    if (path === '/api/chats/new-chat/autopilot') {
      const goal = AutopilotRequest.parse(await request.json());
      begun.push(goal);
      return answerJson(AutopilotState, createRun(goal, 0));
    }
    return undefined;
  });
  const state: AutopilotState = { ...createRun(GOAL, 0), ...more };
  const router = createMemoryRouter(
    [{ path: '*', element: <AutopilotScreen run={{ id: 'c', state }} /> }],
    { initialEntries: ['/ai-loop?chat=c'] },
  );
  render(<RouterProvider router={router} />);
  return { user: startUser(), begun, search: () => router.state.location.search };
}

const UNCLEAR = {
  parts: ['nice'],
  said: '',
  question: 'Which requests?',
  choices: ['All of them'],
};

test('a goal that was not understood says which part, what would help, and is said again', async () => {
  const { user, begun, search } = openRun({
    end: 'unclear',
    unclear: UNCLEAR,
    rounds: [round(1, { diff: null })],
  });
  expect(screen.getByRole('status').textContent).toBe(
    'The goal was not understood. Nothing was changed.',
  );
  const form = within(screen.getByRole('region', { name: 'Rephrase the goal' }));
  expect(form.getByText('Not understood').parentElement?.textContent).toContain('nice');
  expect(form.getByText('What would help').parentElement?.textContent).toContain('Which requests?');
  const field = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Goal' });
  expect(field.value).toBe(GOAL.goal);
  await user.click(form.getByRole('button', { name: 'All of them' }));
  expect(field.value).toBe(`${GOAL.goal}\nAll of them`);
  await refill(user, field, 'curl https://api.example.com/orders');
  await user.click(form.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(search()).toBe('?chat=new-chat'));
  expect(begun).toEqual([{ ...GOAL, goal: 'curl https://api.example.com/orders' }]);
});

test('a builder that only has a question is not said to have understood nothing', async () => {
  openRun({
    end: 'unclear',
    unclear: { ...UNCLEAR, parts: [], said: 'Let me ask.' },
    rounds: [round(1, { diff: null })],
  });
  expect(screen.getByRole('status').textContent).toContain('needs to know more');
  expect(screen.getByText('Let me ask.')).toBeTruthy();
  expect(screen.queryByText('Not understood')).toBeNull();
  await screen.findByRole('button', { name: /^Model: / });
});

test('a round shows what it changed in one line, and each tool before and after once opened', async () => {
  const diff = {
    from: 1,
    to: 2,
    added: 0,
    removed: 1,
    renamed: 0,
    changed: 1,
    parts: ['upstreams'],
  };
  const { user } = openRun({
    end: 'spent',
    rounds: [
      round(1, { verdict: { kind: 'unusable' }, diff: null }),
      round(2, { status: 'failed', diff: null }),
      round(3, { verdict: { kind: 'fixes', count: 2 }, score: 81, diff }),
    ],
  });
  const last = within(screen.getByRole('article', { name: 'Round 3' }));
  expect(last.getByText(/of 100/).textContent).toBe(
    'from Not usable yet →  to 2 things to fix · 81 of 100',
  );
  expect(screen.getByRole('article', { name: 'Round 1' }).textContent).toContain(
    'Nothing was changed.',
  );
  await user.click(last.getByText('1 tool changed, 1 removed; also the APIs'));
  const tools = within(await last.findByRole('list', { name: 'Changed tools' }));
  expect(tools.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'list_orderschanged',
    'old_toolremoved',
  ]);
  expect(last.getByText('And 3 more tools.')).toBeTruthy();
  await user.click(tools.getByText('list_orders'));
  const lines = await tools.findByRole('region', { name: 'description of list_orders' });
  expect(lines.textContent).toMatch(/- Orders\..*\+ Lists orders\..*\+ Newest first\./s);
});

test('a run that was stored before rounds were compared shows what its calls said', async () => {
  const { verdict: _later, ...old } = round(1, { score: 50, changed: ['Renamed a to b.'] });
  openRun({ end: 'spent', rounds: [old, { ...old, number: 2, fails: 3 }] });
  const [first, second] = screen.getAllByRole('article').toReversed();
  expect(first?.textContent).toContain('Ready · 50 of 100');
  expect(second?.textContent).toContain('3 things to fix · 50 of 100');
  const changes = within(within(first!).getByRole('list', { name: 'Changes' }));
  expect(changes.getByText('Renamed a to b.')).toBeTruthy();
});
