import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import type { DraftView } from '#app/drafts/draft.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import { VERSION_CONFLICT_TYPE } from '#app/projects/project-problem-types.ts';
import { MergedDraft, MergePreview } from '#app/projects/version-merge.ts';
import { VersionDiff } from '#app/projects/version-diff.ts';
import { ListedVersion } from '#app/projects/version.ts';
import { SaveDialog } from '#app/workbench/save/save-dialog.tsx';
import { useDraft } from '#app/workbench/use-draft.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { fakeDraft, refuse } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const DIFF: VersionDiff = {
  from: 1,
  to: 2,
  contract: {
    isBreaking: true,
    counts: { breaking: 1, harmless: 0, words: 0 },
    tools: [{ tool: 'gone', change: 'removed', weight: 'breaking', findings: [], more: 0 }],
    more: 0,
    server: [],
  },
  files: [],
  moreFiles: 0,
  verdicts: { before: null, after: null },
};

const SAVED: ListedVersion = {
  number: 3,
  message: null,
  base: 2,
  draft: 'draft-of-a-test',
  tools: 1,
  score: null,
  verdict: null,
  fixes: null,
  fingerprint: 'f',
  createdAt: 1_790_000_000_000,
  isPublished: false,
};

function Saving({ initial }: { initial: DraftView }) {
  return <SaveDialog screen={useDraft(initial)} onClose={() => undefined} />;
}

const PREVIEW: MergePreview = {
  base: 1,
  version: 2,
  changes: ['slow is removed.'],
  conflicts: [{ part: 'tools', key: 'echo', mine: 'changed', theirs: 'removed' }],
};

interface Sent {
  base?: number;
  revision: number;
  choices?: unknown[];
}

function refuseVersion(): Response {
  const detail = 'Version 2 was saved in the meantime. Compare it with yours, then save again.';
  const problem = { type: VERSION_CONFLICT_TYPE, title: 'version_conflict', status: 409, detail };
  return Response.json(
    { ...problem, latest: 2, instance: '/', requestId: 'r' },
    { status: 409, headers: { 'content-type': 'application/problem+json' } },
  );
}

/** The window of a draft that began with version 1, while version 2 is there; what it sends is recorded. */
async function meetConflict({ isMoved = false } = {}) {
  const draft = await fakeDraft();
  const saved: Sent[] = [];
  const merged: Sent[] = [];
  let loads = 0;
  answerRequests(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/api/projects/p/versions/2/diff') return answerJson(VersionDiff, DIFF);
    if (pathname === '/api/projects/p/versions/2/merge') {
      if (search !== '') return answerJson(MergePreview, PREVIEW);
      merged.push(await request.json());
      if (isMoved && merged.length === 1) return refuse(409, 'The chat has changed.');
      return answerJson(MergedDraft, { revision: 8, version: 2 });
    }
    if (pathname === `/api/drafts/${draft.view.id}`) loads += 1;
    if (pathname !== '/api/projects/p/versions') return undefined;
    const body = (await request.json()) as Sent;
    saved.push(body);
    return body.base === 2 ? answerJson(ListedVersion, SAVED, { status: 201 }) : refuseVersion();
  }, draft.answer);
  const initial = { ...draft.view, base: { project: 'p', version: 1 } };
  const router = createMemoryRouter([
    { path: '/', element: <Saving initial={initial} /> },
    { path: '/projects/p', element: <p>The project</p> },
  ]);
  render(<RouterProvider router={router} />);
  const user = startUser();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const conflict = within(await screen.findByRole('region', { name: 'A newer version' }));
  return { user, saved, merged, conflict, loads: () => loads };
}

test('a newer version is shown by what it changed, and saved over on demand', async () => {
  const { user, saved, merged, conflict } = await meetConflict();
  expect(await conflict.findByText('1 tool breaks callers.')).toBeTruthy();
  expect(conflict.getByText('gone')).toBeTruthy();
  const link = conflict.getByRole('link', { name: 'Open this comparison in the project' });
  expect(link.getAttribute('href')).toBe('/projects/p?tab=versions&from=1&to=2');
  await user.click(screen.getByRole('button', { name: 'Save without the changes of version 2' }));
  expect(await screen.findByText('The project')).toBeTruthy();
  expect(saved.map(({ base }) => base)).toEqual([1, 2]);
  expect(merged).toEqual([]);
});

test('the changes of a newer version are merged once each part that both changed has a side, and then saved', async () => {
  const { user, saved, merged, conflict } = await meetConflict();
  expect(await conflict.findByText('slow is removed.')).toBeTruthy();
  expect(conflict.getByText('You changed it; version 2 removed it.')).toBeTruthy();
  const button = conflict.getByRole('button', { name: 'Merge and save' });
  expect(button).toHaveProperty('disabled', true);
  const side = within(conflict.getByRole('radiogroup', { name: 'Side of echo' }));
  await user.click(side.getByRole('radio', { name: 'Keep mine' }));
  await user.click(side.getByRole('radio', { name: 'Take version 2' }));
  await user.click(button);
  expect(await screen.findByText('The project')).toBeTruthy();
  expect(merged).toMatchObject([
    { revision: 1, choices: [{ part: 'tools', key: 'echo', take: 'theirs' }] },
  ]);
  expect(saved).toMatchObject([
    { base: 1, revision: 1 },
    { base: 2, revision: 8 },
  ]);
});

test('a merge into a chat that has changed since loads it again', async () => {
  const { user, merged, conflict, loads } = await meetConflict({ isMoved: true });
  const side = within(await conflict.findByRole('radiogroup', { name: 'Side of echo' }));
  await user.click(side.getByRole('radio', { name: 'Keep mine' }));
  await user.click(conflict.getByRole('button', { name: 'Merge and save' }));
  await expect.poll(loads).toBe(1);
  expect(merged).toHaveLength(1);
});
