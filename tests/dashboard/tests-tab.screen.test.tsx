import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { TestsTab } from '#app/dashboard/tabs/tests-tab.tsx';
import { answerJson } from '#app/platform/answer-json.ts';
import { ProjectTest, TestList, type TestResult } from '#app/projects/tests/project-test.ts';
import { Toaster } from '#app/ui/toaster.tsx';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const AT = 1_790_000_000_000;

const FACTS: ProjectFacts = {
  project: {
    id: 'p',
    title: 'Users',
    slug: 'users',
    visibility: 'private',
    published: 1,
    latest: 2,
    tools: 1,
    toolNames: ['get_user'],
    score: null,
    verdict: null,
    updatedAt: AT,
    archivedAt: null,
    endpoint: '/mcp/users',
    summary: null,
    minScore: null,
    isTestGated: false,
    createdAt: AT,
  },
  endpoint: { visibility: 'private', published: null, rollout: null, history: [], publication: 0 },
  versions: [2, 1].map((number) => ({
    number,
    message: null,
    base: null,
    draft: null,
    tools: 1,
    score: null,
    verdict: null,
    fingerprint: 'f',
    createdAt: AT,
    isPublished: number === 1,
    fixes: null,
  })),
  moreVersions: null,
  chats: [{ id: 'chat', title: 'Next', updatedAt: AT }],
  hasMoreChats: false,
  account: 'a',
  role: 'owner',
  accounts: [],
};

const saved = (name: string, upstream: SavedTest['upstream'] = 'any'): SavedTest => ({
  name,
  tool: 'get_user',
  upstream,
  arguments: { id: 7 },
  expect: { outcome: 'success', checks: [{ path: '$.name', is: 'equals', value: 'Ada' }] },
});

const result = (id: string, over: Partial<TestResult> = {}): TestResult => ({
  test: id,
  environment: 'mock',
  hasPassed: true,
  reasons: [],
  evidence: null,
  milliseconds: 3,
  ranAt: AT,
  passedOn: null,
  ...over,
});

/** The tab over an API with these tests, which answers runs with these results. */
function open(
  names: SavedTest[],
  {
    kept = [],
    runs = [],
    query = '',
  }: { kept?: TestResult[]; runs?: TestResult[]; query?: string } = {},
) {
  const asked: string[] = [];
  let tests = names.map((each) => ({ id: each.name, revision: 1, test: each, updatedAt: AT }));
  answerRequests(async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    asked.push(`${request.method} ${pathname}${search} ${body}`.trim());
    if (pathname.endsWith('/test-runs')) {
      const events = [
        ...runs.map((each) => `event: result\ndata: ${JSON.stringify(each)}\n\n`),
        `event: end\ndata: {"ran":${runs.length},"skipped":1}\n\n`,
      ];
      return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });
    }
    if (request.method === 'DELETE') {
      tests = tests.filter(({ id }) => !pathname.endsWith(`/${id}`));
      return new Response(null, { status: 204 });
    }
    if (request.method !== 'GET') {
      const test: SavedTest = JSON.parse(body);
      const made = { id: `${test.name}!`, revision: 1, test, updatedAt: AT };
      tests = [...tests, made];
      return answerJson(ProjectTest, made, { status: 201 });
    }
    return answerJson(TestList, { version: 2, tests, results: kept });
  });
  const element = (
    <>
      <TestsTab facts={FACTS} />
      <Toaster />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element }], {
    initialEntries: [`/projects/p?tab=tests${query}`],
  });
  render(<RouterProvider router={router} />);
  return { user: startUser(), asked, address: () => router.state.location.search };
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Tests' }))
    .getAllByRole('button', { name: /^Run: / })
    .map((button) => button.getAttribute('aria-label')?.replace('Run: ', ''));

test('kept results are shown, regressions first, and tests of the other upstream apart', async () => {
  const worse = { hasPassed: false, reasons: ['$.name is missing.'] };
  open([saved('green'), saved('red'), saved('worse'), saved('real', 'real')], {
    kept: [
      result('green'),
      result('green', { ...worse, environment: 'test' }),
      result('red', worse),
      result('worse', { ...worse, passedOn: 1, evidence: '{"nome":"Ada"}' }),
    ],
  });
  expect(await rows()).toEqual(['worse', 'red', 'green']);
  expect(screen.getByText('1 passed, 2 failed (1 regression)')).toBeTruthy();
  expect(screen.getByText('It passed on version 1.')).toBeTruthy();
  expect(screen.getByText('{"nome":"Ada"}')).toBeTruthy();
  expect(screen.getByText(/failed on the real API/)).toBeTruthy();
  expect(screen.getByText('1 test applies only to the other upstream.')).toBeTruthy();
});

test('a run of all tests, and of one, shows its results as they come', async () => {
  const failed = result('second', { hasPassed: false, reasons: ['Too slow.'] });
  const { user, asked } = open([saved('first'), saved('second')], { runs: [failed] });
  await user.click(await screen.findByRole('button', { name: 'Run 2 tests' }));
  expect(await screen.findByText('Too slow.')).toBeTruthy();
  expect(
    screen.getByText('1 failed, 1 not run. 1 did not run: the time limit was reached.'),
  ).toBeTruthy();
  expect(await rows()).toEqual(['second', 'first']);
  await user.click(screen.getByRole('button', { name: 'Run: first' }));
  expect(asked.slice(1)).toEqual([
    'POST /api/projects/p/test-runs {"target":{"version":2},"environment":"mock"}',
    'POST /api/projects/p/test-runs {"target":{"version":2},"environment":"mock","tests":["first"]}',
  ]);
});

test('the draft of a chat is tested on the real API, and what is kept of a version is not shown for it', async () => {
  const { user, asked, address } = open([saved('first')], { kept: [result('first')] });
  expect(await screen.findByText('1 passed')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Test on' }), 'Next');
  await user.click(screen.getByRole('radio', { name: 'Real API' }));
  expect(address()).toBe('?tab=tests&on=chat&with=test');
  expect(screen.getByText('1 not run')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Run 1 test' }));
  expect(asked.at(-1)).toBe(
    'POST /api/projects/p/test-runs {"target":{"draft":"chat"},"environment":"test"}',
  );
});

test('a test is written with its checks, and a wrong one is said at its field', async () => {
  const { user, asked } = open([]);
  await user.click(await screen.findByRole('button', { name: 'New test' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New test' }));
  await user.type(dialog.getByLabelText('Name'), 'Finds Ada');
  await user.type(dialog.getByLabelText('Tool'), 'get_user');
  await user.type(dialog.getByLabelText('Time budget in ms (optional)'), '90000');
  await user.click(dialog.getByRole('button', { name: 'Add check' }));
  await user.type(dialog.getByLabelText('Path 1'), 'name');
  await user.type(dialog.getByLabelText('Value 1'), 'Ada');
  await user.click(dialog.getByRole('button', { name: 'Save the test' }));
  const time = dialog.getByLabelText('Time budget in ms (optional)');
  expect(time.getAttribute('aria-invalid')).toBe('true');
  expect(time.getAttribute('aria-describedby')).toBe(dialog.getByText(/^The time /).id);
  expect(document.activeElement).toBe(time);
  expect(asked).toHaveLength(1);
  await user.clear(dialog.getByLabelText('Time budget in ms (optional)'));
  await user.click(dialog.getByRole('button', { name: 'Save the test' }));
  const body = saved('Finds Ada');
  const sent = asked.find((each) => each.startsWith('POST'))?.replace(/^\S+ \S+ /, '') ?? '';
  expect(JSON.parse(sent)).toEqual({ ...body, arguments: {} });
  expect(await rows()).toEqual(['Finds Ada']);
});

test('a removed test is brought back', async () => {
  const { user } = open([saved('first'), saved('second')]);
  await user.click(await screen.findByRole('button', { name: 'Remove: first' }));
  expect(await screen.findByText('Removed the test “first”')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Remove: first' })).toBeTruthy();
  expect(await rows()).toEqual(['second', 'first']);
});

test('the choice of a version stays while the results of another one load, and where they fail', async () => {
  const answers: ((response: Response) => void)[] = [];
  const { user } = open([saved('first')]);
  const select = await screen.findByRole('combobox', { name: 'Test on' });
  await screen.findByText('1 not run');
  answerRequests(() => new Promise((resolve) => answers.push(resolve)));
  await user.selectOptions(select, 'Version 1, live');
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(document.activeElement).toBe(select);
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.(refuse(503, 'Not right now.'));
  expect((await screen.findByRole('alert')).textContent).toContain('Not right now.');
  expect(document.activeElement).toBe(select);
});
