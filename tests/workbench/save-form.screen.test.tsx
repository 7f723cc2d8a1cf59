import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import type { DraftView } from '#app/drafts/draft.ts';
import { VERSION_CONFLICT_TYPE } from '#app/projects/project-problem-types.ts';
import { SaveForm } from '#app/workbench/save/save-form.tsx';
import { useDraft } from '#app/workbench/use-draft.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { fakeDraft } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const NOT_NOW = () =>
  Response.json({ status: 503, title: 'away', detail: 'Later.' }, { status: 503 });

function Saving({ view }: { view: DraftView }) {
  return <SaveForm screen={useDraft(view)} />;
}

/** Shows the form for a draft with a secret that is set, and answers what it sends in turn. */
async function show(change: Partial<DraftView>, ...answers: Response[]) {
  const { view } = await fakeDraft();
  const secrets = [{ name: 'KEY', isSet: true, needsConfirmation: false, origins: [] }];
  const sent: unknown[] = [];
  answerRequests(async (request) => {
    const { pathname } = new URL(request.url);
    // What the window shows of a newer version is no part of these tests.
    if (/\/(diff|merge)$/.test(pathname)) return NOT_NOW();
    sent.push({ [pathname]: await request.json() });
    return answers.shift();
  });
  const element = <Saving view={{ ...view, secrets, ...change }} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  return { user: startUser(), sent, view };
}

test('secrets come along only if somebody says so', async () => {
  const { user, sent, view } = await show({}, NOT_NOW(), NOT_NOW());
  const saved = { draft: view.id, revision: 1, title: 'Desk' };
  await user.clear(await screen.findByLabelText('Project name'));
  await user.type(screen.getByLabelText('Project name'), 'Desk');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toEqual([{ '/api/projects': { ...saved, secrets: 'none' } }]);
  await user.click(await screen.findByRole('checkbox', { name: /^Copy this chat’s secrets/ }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await expect.poll(() => sent[1]).toEqual({ '/api/projects': { ...saved, secrets: 'copy' } });
});

test('a version that was saved in the meantime is told, and yours may follow it', async () => {
  const detail = 'Somebody saved a newer version.';
  const conflict = {
    status: 409,
    type: VERSION_CONFLICT_TYPE,
    title: 'version_conflict',
    detail,
    latest: 4,
  };
  const base = { project: 'p1', version: 3 };
  const { user, sent, view } = await show(
    { base },
    Response.json(conflict, {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
    }),
    NOT_NOW(),
  );
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await user.click(
    await screen.findByRole('button', { name: 'Save without the changes of version 4' }),
  );
  const saved = { draft: view.id, revision: 1, secrets: 'none' };
  const path = '/api/projects/p1/versions';
  await expect
    .poll(() => sent)
    .toEqual([{ [path]: { ...saved, base: 3 } }, { [path]: { ...saved, base: 4 } }]);
});

test('a chat whose project is deleted is saved as a new one', async () => {
  const gone = { status: 404, title: 'Not Found', detail: 'There is no such project.' };
  const { user, sent } = await show(
    { base: { project: 'p1', version: 3 } },
    Response.json(gone, { status: 404 }),
    NOT_NOW(),
  );
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('has been deleted');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => sent.map((each) => Object.keys(each as object)))
    .toEqual([['/api/projects/p1/versions'], ['/api/projects']]);
});
