import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { VisitorBar } from '#app/chat/share/visitor-bar.tsx';
import { OwnEntryRow } from '#app/showcase/own-entry-row.tsx';
import type { OwnEntry } from '#app/showcase/showcase-page.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { startUser } from '../setup/screens/start-user.ts';

const ENTRY: OwnEntry = {
  id: 'c',
  title: 'Quokkas',
  summary: '',
  author: null,
  tags: ['islands'],
  tools: 1,
  toolNames: ['get_quokka'],
  verdict: null,
  remixes: 1,
  publishedAt: 1,
  updatedAt: 2,
  hiddenFor: 'It shows a key.',
  reports: 2,
};

function show(element: ReactNode) {
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
}

test('a visitor reports a shared chat with a reason', async () => {
  const sent: unknown[] = [];
  answerRequests(async (request) => {
    if (new URL(request.url).pathname !== '/api/showcase/c/reports') return undefined;
    sent.push(await request.json());
    return new Response(null, { status: 204 });
  });
  const shared = { title: null, summary: '', tags: [], publishedAt: null, updatedAt: null };
  show(<VisitorBar id="c" shared={{ ...shared, author: 'Ada' }} />);
  const user = startUser();
  expect(screen.getByRole('region', { name: 'Shared chat' }).textContent).toContain('By Ada.');
  expect(screen.queryByRole('button', { name: 'Try it now' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Report this chat' }));
  await user.click(await screen.findByRole('radio', { name: /secrets/ }));
  await user.click(screen.getByRole('button', { name: 'Send the report' }));
  await waitFor(() => expect(sent).toEqual([{ reason: 'secrets', note: '' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a row of one’s own chats says why it is hidden, and saves changed words', async () => {
  const saved: unknown[] = [];
  const onSave = async (listing: unknown) => {
    saved.push(listing);
    return { ok: true as const, value: undefined };
  };
  show(<OwnEntryRow entry={ENTRY} onSave={onSave} onTakeBack={() => undefined} />);
  const user = startUser();
  const row = screen.getByRole('article', { name: 'Quokkas' });
  expect(row.textContent).toMatch(/Hidden2 reports.*1 remix#islands/);
  expect(row.textContent).toContain('It shows a key.');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.type(screen.getByLabelText('Author'), ' Ada ');
  await user.type(screen.getByLabelText('Tags'), ', #birds,,');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByLabelText('Author')).toBeNull());
  const listing = { title: 'Quokkas', summary: '', tags: ['islands', 'birds'], author: 'Ada' };
  expect(saved).toEqual([listing]);
});
