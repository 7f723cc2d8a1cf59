import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { RepositoryEdits } from '#app/dashboard/pull/repository-edits.tsx';
import { PulledEdits, PullPreview } from '#app/github/pull/pull-preview.ts';
import { answerJson } from '#app/platform/answer-json.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const title = (before: string, after: string) => [{ field: 'title', before, after }];
const PREVIEW: PullPreview = {
  branch: 'main',
  head: 'abc',
  pushedVersion: 1,
  latest: 2,
  edits: [
    {
      part: 'tools',
      key: 'echo',
      name: 'echo',
      change: 'changed',
      values: title('Mine', 'Theirs'),
    },
    { part: 'tools', key: 'slow', name: 'slower', change: 'changed', values: title('A', 'B') },
    { part: 'definitions', key: 'Pet', name: 'Pet', change: 'added', values: [] },
  ],
  moreEdits: 0,
  conflicts: [{ part: 'tools', key: 'echo', mine: 'changed', theirs: 'changed' }],
  changes: [],
  contract: {
    isBreaking: false,
    counts: { breaking: 0, harmless: 0, words: 2 },
    tools: [],
    more: 0,
    server: [],
  },
  problems: [{ file: 'src/tools/huge.ts', line: 7, reason: 'Syntax error: no end.' }],
  moreProblems: 3,
  others: ['README.md'],
  moreOthers: 0,
};

/** The section; bodies of requests are recorded. */
function open(
  preview: PullPreview = PREVIEW,
  taken: PulledEdits | string = { chat: 'c', version: null },
) {
  const asked: unknown[] = [];
  answerRequests(async (request) => {
    if (new URL(request.url).search !== '') return answerJson(PullPreview, preview);
    asked.push(await request.json());
    return typeof taken === 'string' ? refuse(409, taken) : answerJson(PulledEdits, taken);
  });
  const element = <RepositoryEdits project="p" pushedVersion={1} />;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/projects/p'] });
  render(<RouterProvider router={router} />);
  return { user: startUser(), asked, path: () => router.state.location.pathname };
}

const edits = () => within(screen.getByRole('list', { name: 'Edits in the repository' }));

test('edits are looked for when the person asks, and some of them open in a chat', async () => {
  const { user, asked, path } = open();
  await user.click(screen.getByRole('button', { name: 'Look for edits' }));
  const chat = await screen.findByRole('button', { name: 'Open in a chat' });
  expect(chat).toHaveProperty('disabled', true);
  expect(
    screen.getByText('Version 2 changed one of them, too. Choose one side for each.'),
  ).toBeTruthy();
  const sides = within(edits().getByRole('radiogroup', { name: 'Side of echo' }));
  await user.click(sides.getByRole('radio', { name: 'Take the edit' }));
  await user.click(edits().getByRole('checkbox', { name: 'Schema: Pet' }));
  await user.click(chat);
  expect(path()).toBe('/chat/c');
  expect(asked).toEqual([
    {
      head: 'abc',
      into: 'chat',
      choices: [{ part: 'tools', key: 'echo', take: 'theirs' }],
      take: [
        { part: 'tools', key: 'echo' },
        { part: 'tools', key: 'slow' },
      ],
    },
  ]);
});

test('a conflict that is not taken needs no choice, and the edits become a version', async () => {
  const { user, asked } = open(PREVIEW, { chat: null, version: 3 });
  await user.click(screen.getByRole('button', { name: 'Look for edits' }));
  await user.click(await edits().findByRole('checkbox', { name: 'echo' }));
  expect(edits().queryByRole('radiogroup')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save as version 3' }));
  const link = await screen.findByRole('link', { name: 'version 3' });
  expect(link.getAttribute('href')).toContain('tab=versions');
  expect(asked).toMatchObject([{ into: 'version', choices: [] }]);
});

test('what differs, what was not read and files of the user are shown', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Look for edits' }));
  expect(await screen.findByText('(was slow)')).toBeTruthy();
  const unread = within(screen.getByRole('list', { name: 'Edits that were not read' }));
  expect(unread.getByRole('listitem').textContent).toBe('src/tools/huge.ts:7Syntax error: no end.');
  expect(screen.getByText('And 3 more.')).toBeTruthy();
  expect(screen.getByText('1 other edited file in the repository')).toBeTruthy();
  expect(screen.getByText('README.md')).toBeTruthy();
});

test('a repository without edits says so', async () => {
  const none = open({ ...PREVIEW, edits: [], conflicts: [], problems: [], moreProblems: 0 });
  await none.user.click(screen.getByRole('button', { name: 'Look for edits' }));
  expect(
    await screen.findByText('The branch main has no edits that version 2 does not have.'),
  ).toBeTruthy();
});

test('a refusal stays beside the edits, and more than are listed are taken whole', async () => {
  const many = { ...PREVIEW, conflicts: [], moreEdits: 9, contract: null };
  const { user, asked } = open(many, 'The branch has moved since you compared it.');
  await user.click(screen.getByRole('button', { name: 'Look for edits' }));
  expect(await screen.findByText('And 9 more, which are taken together with these.')).toBeTruthy();
  expect(
    screen.getByText('All edits together do not fit version 2. Take some of them.'),
  ).toBeTruthy();
  expect(edits().queryAllByRole('checkbox')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save as version 3' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The branch has moved');
  expect(asked).toEqual([{ head: 'abc', into: 'version', choices: [] }]);
});
