import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { CallerConnectionRow } from '#app/dashboard/endpoint/caller-connection-row.tsx';
import type { CallerConnection } from '#app/hosting/credentials/caller-credentials.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const connection: CallerConnection = {
  place: { upstream: 'api', scheme: 'login' },
  title: 'Notes',
  signInHost: 'id.notes.test',
  scopes: ['notes.read'],
  isSetUp: true,
};

const credential = {
  name: 'NOTES_REFRESH_TOKEN',
  isSet: false,
  needsConfirmation: false,
  origins: ['https://api.notes.test', 'https://id.notes.test'],
  changedAt: null,
  usedAt: null,
  description: null,
  connection,
};

function open(over: Partial<typeof credential> = {}, facts: Partial<CallerConnection> = {}) {
  const onChanged = vi.fn<() => Promise<void>>(async () => {});
  render(
    <CallerConnectionRow
      slug="notes"
      credential={{ ...credential, ...over }}
      connection={{ ...connection, ...facts }}
      onChanged={onChanged}
    />,
  );
  return { user: startUser(), onChanged };
}

test('it says where the user signs in and where what that gives goes, and waits for the server’s owner', () => {
  open({}, { isSetUp: false });
  expect(document.body.textContent).toContain('You sign in at id.notes.test and allow notes.read.');
  expect(document.body.textContent).toContain('https://api.notes.test, https://id.notes.test');
  expect(screen.getByText(/owner has not set up this sign-in yet/)).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Connect: Notes' });
  expect(button.disabled).toBe(true);
});

test('a connection that would go elsewhere is made again, and a refusal is shown', async () => {
  answerRequests(() => refuse(404, 'The server has no such API to connect.'));
  const { user } = open({ isSet: true, needsConfirmation: true });
  expect(screen.getByText('Connect again')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reconnect: Notes' }));
  expect(await screen.findByText('The server has no such API to connect.')).toBeTruthy();
});

test('it is disconnected by its name', async () => {
  const asked: string[] = [];
  answerRequests(({ method, url }) => {
    asked.push(`${method} ${new URL(url, 'https://here.example').pathname}`);
    return new Response(null, { status: 204 });
  });
  const { user, onChanged } = open({ isSet: true });
  await user.click(screen.getByRole('button', { name: 'Disconnect: Notes' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalled());
  expect(asked).toEqual(['DELETE /api/credentials/notes/NOTES_REFRESH_TOKEN']);
});
