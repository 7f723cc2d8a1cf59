import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { readFirstMessage } from '#app/chat/composer/first-message.ts';
import { LogsTab } from '#app/dashboard/tabs/logs-tab.tsx';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import {
  LogSettings,
  NamedCallPage,
  UNKNOWN_FACTS,
  UsageView,
  type CallEntry,
} from '#app/hosting/calls/call-entry.ts';
import {
  FailureList,
  FixChat,
  type ListedFailure,
} from '#app/hosting/calls/failures/failure-view.ts';
import { answerJson } from '#app/platform/answer-json.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const FACTS: ProjectFacts = {
  project: {
    id: 'p1',
    title: 'Desk',
    slug: 'desk',
    visibility: 'private',
    published: 1,
    latest: 1,
    tools: 1,
    toolNames: ['get_user'],
    score: null,
    verdict: null,
    updatedAt: 0,
    archivedAt: null,
    endpoint: '/mcp/desk',
    summary: null,
    minScore: null,
    isTestGated: false,
    createdAt: 0,
  },
  endpoint: { visibility: 'private', published: null, rollout: null, history: [], publication: 1 },
  versions: [],
  moreVersions: null,
  chats: [],
  hasMoreChats: false,
  account: 'a',
  role: 'owner',
  accounts: [],
};

const FAILURE: ListedFailure = {
  id: 'f1',
  end: 'upstreamStatus',
  tool: 'get_user',
  cause: 'The API answered 503',
  count: 12,
  firstAt: 1,
  lastAt: 2,
  firstVersion: 1,
  state: 'open',
  fixedIn: null,
  callsLeft: 20,
};

function toCall(number: number, over: Partial<CallEntry> = {}): CallEntry {
  const sizes = { milliseconds: 12, requestBytes: 2, resultBytes: 20 };
  const known = { ...UNKNOWN_FACTS, tool: 'get_user', key: null, version: 1, end: 'ok' as const };
  return { ...known, ...sizes, id: String(number).padStart(4, '0'), at: number, ...over };
}

/** Shows the log of a project whose calls arrive while it is watched. */
function show({ calls, failures = [] }: { calls: CallEntry[]; failures?: ListedFailure[] }) {
  const asked: string[] = [];
  const arrived: CallEntry[] = [];
  answerRequests(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const place = pathname.replace('/api/projects/p1/', '');
    asked.push(`${request.method} ${place}?${searchParams}`);
    if (place === 'calls') {
      const after = searchParams.get('after');
      const tail = calls.length + arrived.length;
      const shown = after === null ? calls : arrived.slice(Number(after) - calls.length);
      const page = {
        calls: shown,
        next: null,
        tail,
        kept: tail,
        keyNames: { k: 'Laptop' },
        cut: null,
      };
      return answerJson(NamedCallPage, page);
    }
    if (place === 'usage') return answerJson(UsageView, { hours: [], tools: [], quota: null });
    if (place === 'failures') return answerJson(FailureList, { failures });
    if (place === 'failures/f1/draft') {
      return answerJson(FixChat, { id: 'c1', message: 'What is wrong?' }, { status: 201 });
    }
    if (place !== 'log') return undefined;
    const keepsArguments = request.method === 'PATCH';
    return answerJson(LogSettings, { keepsArguments });
  });
  return { ...renderLog(), asked, arrived };
}

test('who asks for more than the plan keeps reads that, and which plan keeps it', async () => {
  const detail =
    'Your plan keeps calls for 1 day; older ones are gone. Pro keeps them for 14 days.';
  const cut = { detail, limit: 'logDays' as const, used: 7, max: 1, liftedBy: 'pro' as const };
  answerRequests((request) => {
    const place = new URL(request.url).pathname.replace('/api/projects/p1/', '');
    if (place === 'usage') return answerJson(UsageView, { hours: [], tools: [], quota: null });
    if (place === 'failures') return answerJson(FailureList, { failures: [] });
    if (place === 'log') return answerJson(LogSettings, { keepsArguments: false });
    const page = { calls: [], next: null, tail: 0, kept: 0, keyNames: {}, cut };
    return place === 'calls' ? answerJson(NamedCallPage, page) : undefined;
  });
  renderLog();
  expect(await screen.findByText(detail)).toBeTruthy();
});

function renderLog() {
  const router = createMemoryRouter(
    [
      { path: '/projects/p1', element: <LogsTab facts={FACTS} /> },
      { path: '/chat/:id', element: <p>The chat</p> },
    ],
    { initialEntries: ['/projects/p1?tab=logs'] },
  );
  render(<RouterProvider router={router} />);
  return { user: startUser(), router };
}

function toPage(calls: CallEntry[], next: string | null = null): Response {
  const page = { calls, next, tail: 2, kept: 2, keyNames: { k: 'Laptop' }, cut: null };
  return answerJson(NamedCallPage, page);
}

/** Shows a log of two pages, of which the older one is held back; of the failed calls it has one. */
function showPages() {
  const calls: { older: ((response: Response) => void)[]; weeks: number } = { older: [], weeks: 0 };
  answerRequests((request) => {
    const { pathname, searchParams } = new URL(request.url);
    const place = pathname.replace('/api/projects/p1/', '');
    if (searchParams.get('hours') === '168') calls.weeks += 1;
    if (place === 'usage') return answerJson(UsageView, { hours: [], tools: [], quota: null });
    if (place === 'failures') return answerJson(FailureList, { failures: [] });
    if (place === 'log') return answerJson(LogSettings, { keepsArguments: false });
    if (searchParams.has('before')) {
      return new Promise((resolve) => calls.older.push(resolve));
    }
    const failed = toCall(1, { end: 'timeOut', tool: 'timed_out' });
    return searchParams.has('end') ? toPage([failed]) : toPage([toCall(2, { key: 'k' })], '0002');
  });
  return { ...renderLog(), calls };
}

test('calls that arrive are shown while the log is watched', async () => {
  const { user, asked, arrived } = show({ calls: [toCall(1, { key: 'k' })] });
  expect(await screen.findByRole('cell', { name: 'Laptop' })).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: 'Live' }));
  const countUsage = () => asked.filter((each) => each.startsWith('GET usage')).length;
  await expect.poll(countUsage).toBe(3);
  arrived.push(toCall(3, { key: 'app_1', app: 'Editor' }), toCall(2, { end: 'timeOut' }));
  expect(await screen.findByRole('cell', { name: 'Editor' })).toBeDefined();
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Editor'),
    expect.stringContaining('Timed out'),
    expect.stringContaining('Laptop'),
  ]);
  expect(asked).toContain('GET calls?after=1');
  // What arrives is no reason to count again every two seconds.
  expect(countUsage()).toBe(3);
});

test('a filter is in the address, and what is downloaded has it, too', async () => {
  const { user, asked, router } = show({ calls: [] });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Result' }), 'All failed');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tool' }), 'get_user');
  expect(router.state.location.search).toBe('?tab=logs&end=failed&tool=get_user');
  await expect.poll(() => asked).toContain('GET calls?end=failed&tool=get_user');
  const link = screen.getByRole('link', { name: 'Download as CSV' });
  expect(link.getAttribute('href')).toBe(
    '/api/projects/p1/calls/download?end=failed&tool=get_user&format=csv',
  );
  expect(await screen.findByText('No calls match these filters.')).toBeDefined();
});

test('a cause of failures leads to a chat that begins with its evidence', async () => {
  const closed = { ...FAILURE, id: 'f2', state: 'closed' as const, fixedIn: 2 };
  const { user } = show({ calls: [], failures: [FAILURE, closed] });
  expect(await screen.findAllByText(/12 calls since version 1/)).toHaveLength(2);
  expect(screen.getByText('Closed by version 2')).toBeDefined();
  // What is closed needs no chat.
  await user.click(
    screen.getByRole('button', { name: 'Fix in chat: get_user, API returned an error' }),
  );
  expect(await screen.findByText('The chat')).toBeDefined();
  expect(readFirstMessage('c1')).toEqual({ text: 'What is wrong?', files: [] });
});

test('arguments are kept only after somebody has said so', async () => {
  const { user, asked } = show({ calls: [] });
  const box = await screen.findByRole('checkbox', { name: /Keep the arguments/ });
  expect(box).toHaveProperty('checked', false);
  await user.click(box);
  await expect.poll(() => asked).toContain('PATCH log?');
  await expect.poll(() => box).toHaveProperty('checked', true);
  expect(asked.filter((each) => each === 'GET log?')).toHaveLength(1);
});

test('a filter that is chosen while older calls load shows its own, and knows the callers met before', async () => {
  const { user, calls } = showPages();
  await user.click(await screen.findByRole('button', { name: 'Older calls' }));
  expect(screen.getByRole('button', { name: 'Refresh' })).toHaveProperty('disabled', true);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Result' }), 'All failed');
  expect(await screen.findByRole('cell', { name: 'timed_out' })).toBeDefined();
  await expect.poll(() => calls.older.length).toBe(1);
  calls.older[0]?.(refuse(503, 'Not right now.'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Caller' }), 'Laptop');
  expect(await screen.findByRole('cell', { name: 'timed_out' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('Loading')).toBeNull();
  expect(screen.getByRole('button', { name: 'Refresh' })).toHaveProperty('disabled', false);
});

test('older calls that come after another filter was chosen replace nothing', async () => {
  const { user, calls } = showPages();
  await user.click(await screen.findByRole('button', { name: 'Older calls' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Result' }), 'All failed');
  expect(await screen.findByRole('cell', { name: 'timed_out' })).toBeDefined();
  await expect.poll(() => calls.older.length).toBe(1);
  calls.older[0]?.(toPage([toCall(1, { tool: 'too_late' })]));
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  await expect.poll(() => calls.weeks).toBe(1);
  expect(screen.getByRole('cell', { name: 'timed_out' })).toBeDefined();
  expect(screen.queryByRole('cell', { name: 'too_late' })).toBeNull();
});

test('a part of the log that does not load says so, and is loaded again', async () => {
  let isDown = true;
  answerRequests((request) => {
    const place = new URL(request.url).pathname.replace('/api/projects/p1/', '');
    if (place === 'calls') return toPage([]);
    if (place === 'usage') return answerJson(UsageView, { hours: [], tools: [], quota: null });
    if (isDown) return refuse(503, `No ${place}.`);
    if (place === 'failures') return answerJson(FailureList, { failures: [FAILURE] });
    return answerJson(LogSettings, { keepsArguments: true });
  });
  const { user } = renderLog();
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('No failures.'),
    expect.stringContaining('No log.'),
  ]);
  isDown = false;
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) {
    await user.click(button);
  }
  expect(await screen.findByText(/12 calls since version 1/)).toBeDefined();
  expect(await screen.findByRole('checkbox', { name: /Keep the arguments/ })).toHaveProperty(
    'checked',
    true,
  );
});
