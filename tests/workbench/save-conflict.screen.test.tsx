import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import type { DraftView } from '#app/drafts/draft.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import { VERSION_CONFLICT_TYPE } from '#app/projects/project-problem-types.ts';
import { VersionDiff } from '#app/projects/version-diff.ts';
import { ListedVersion } from '#app/projects/version.ts';
import { SaveDialog } from '#app/workbench/save/save-dialog.tsx';
import { useDraft } from '#app/workbench/use-draft.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { fakeDraft } from '../setup/screens/fake-draft.ts';
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

test('a newer version is shown by what it changed, and saved over on demand', async () => {
  const draft = await fakeDraft();
  const bases: unknown[] = [];
  answerRequests(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/projects/p/versions/2/diff') return answerJson(VersionDiff, DIFF);
    if (pathname !== '/api/projects/p/versions') return undefined;
    const { base } = (await request.json()) as { base: number };
    bases.push(base);
    if (base === 2) return answerJson(ListedVersion, SAVED, { status: 201 });
    const detail = 'Version 2 was saved in the meantime. Compare it with yours, then save again.';
    const problem = { type: VERSION_CONFLICT_TYPE, title: 'version_conflict', status: 409, detail };
    return Response.json(
      { ...problem, instance: '/', requestId: 'r' },
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    );
  });
  const initial = { ...draft.view, base: { project: 'p', version: 1 } };
  const router = createMemoryRouter([
    { path: '/', element: <Saving initial={initial} /> },
    { path: '/projects/p', element: <p>The project</p> },
  ]);
  render(<RouterProvider router={router} />);
  const user = startUser();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const conflict = within(await screen.findByRole('region', { name: 'A newer version' }));
  expect(await conflict.findByText('1 tool breaks callers.')).toBeTruthy();
  expect(conflict.getByText('gone')).toBeTruthy();
  const link = conflict.getByRole('link', { name: 'Open this comparison in the project' });
  expect(link.getAttribute('href')).toBe('/projects/p?tab=versions&from=1&to=2');
  await user.click(screen.getByRole('button', { name: 'Save after version 2' }));
  expect(await screen.findByText('The project')).toBeTruthy();
  expect(bases).toEqual([1, 2]);
});
