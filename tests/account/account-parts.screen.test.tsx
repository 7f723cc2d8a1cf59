import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, onTestFinished, test } from 'vitest';

import { DeleteAccount } from '#app/account/delete-account.tsx';
import { ExportAccount } from '#app/account/export-account.tsx';
import { OwnCredentials } from '#app/account/own-credentials.tsx';
import { SessionList } from '#app/account/session-list.tsx';
import { getAuth } from '#app/auth/auth-client.ts';
import type { ListedSession } from '#app/auth/session/listed-session.ts';

import { answerRequests, goOffline } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { fakeIdentity } from '../setup/screens/fake-identity.ts';
import { signInFirst, signOutAgain } from '../setup/screens/signed-in.ts';
import { startUser } from '../setup/screens/start-user.ts';

const SESSIONS: ListedSession[] = [
  { id: 'here', device: 'Chrome on Linux', isCurrent: true },
  { id: 'there', device: 'Firefox on Windows', isCurrent: false },
].map((session) => ({
  ...session,
  createdAt: '2026-11-20T10:00:00.000Z',
  seenAt: '2026-11-21T10:00:00.000Z',
}));

function show(part: ReactNode) {
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: part }])} />);
  return startUser();
}

/** The requests that are made from now on, each of which succeeds. */
function recordRequests(): string[] {
  const asked: string[] = [];
  answerRequests(({ method, url }) => {
    asked.push(`${method} ${url}`);
    return new Response(null, { status: 204 });
  });
  return asked;
}

const button = (name: string) => screen.getByRole('button', { name });

afterEach(signOutAgain);

test('sessions are listed, this one marked and to be left, the others to be ended', () => {
  show(<SessionList sessions={SESSIONS} />);
  const [here, there] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(here).toMatch(/Chrome on Linux.*This browser.*Sign out/);
  expect(there).toMatch(/Firefox on Windows.*last used/);
  expect(button('End session: Firefox on Windows')).toBeTruthy();
});

test('credentials at servers of others are listed, and removed one by one', async () => {
  const stored = [
    { project: 'p1', title: 'Weather', name: 'WEATHER_REFRESH_TOKEN', connects: 'Weather API' },
    { project: 'p2', title: null, name: 'GONE_KEY', connects: null },
  ].map((credential) => ({ ...credential, changedAt: 1, usedAt: null }));
  const asked: string[] = [];
  answerRequests(({ method, url }) => {
    if (method === 'GET') return Response.json({ credentials: stored });
    asked.push(`${method} ${new URL(url, 'https://here.example').pathname}`);
    stored.pop();
    return new Response(null, { status: 204 });
  });
  const user = show(<OwnCredentials />);
  await user.click(
    await screen.findByRole('button', {
      name: 'Remove: GONE_KEY, A server that you can no longer call',
    }),
  );
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(asked).toEqual(['DELETE /api/credentials/p2/GONE_KEY']);
  expect(screen.getByText('Weather')).toBeTruthy();
  expect(button('Disconnect: Weather API, Weather')).toBeTruthy();
});

test('a session that cannot be ended stays, and the list says why', async () => {
  goOffline();
  const user = show(<SessionList sessions={SESSIONS} />);
  await user.click(button('End session: Firefox on Windows'));
  await screen.findByText('Network error. Please check your connection and try again.');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('signing out everywhere asks once more, and can be called off', async () => {
  const asked = recordRequests();
  const user = show(<SessionList sessions={SESSIONS} />);
  await user.click(button('Sign out everywhere'));
  expect(document.activeElement).toBe(button('End all sessions'));
  await user.click(button('Cancel'));
  expect(screen.queryByRole('button', { name: 'End all sessions' })).toBeNull();
  expect(asked).toEqual([]);
});

/** The links that a browser would follow from now on. */
function recordFollowed(): string[] {
  const followed: string[] = [];
  const note = (event: Event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLAnchorElement)) return;
    followed.push(event.target.getAttribute('href') ?? '');
    event.preventDefault();
  };
  document.addEventListener('click', note);
  onTestFinished(() => document.removeEventListener('click', note));
  return followed;
}

test('a download is asked about, then followed once', async () => {
  const asked = recordRequests();
  const followed = recordFollowed();
  const user = show(<ExportAccount />);
  await user.click(screen.getByRole('link', { name: 'Download' }));
  await waitFor(() => expect(followed).toEqual(['/api/account/export']));
  await user.click(screen.getByRole('link', { name: 'Download' }));
  await waitFor(() => expect(followed).toHaveLength(2));
  expect(asked.map((each) => each.replace(location.origin, ''))).toEqual([
    'POST /api/account/export',
    'POST /api/account/export',
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  [429, 'Wait a minute, then try again.', 'Wait a minute, then try again.'],
  [503, 'The database cannot be reached.', 'The database cannot be reached.'],
  [401, 'Sign in.', 'Please sign in again to continue.'],
])('a download that is answered with %i is not begun, and the page says why', async (...row) => {
  const [status, detail, shown] = row;
  answerRequests(() => refuse(status, detail));
  const followed = recordFollowed();
  const user = show(<ExportAccount />);
  await user.click(screen.getByRole('link', { name: 'Download' }));
  expect((await screen.findByRole('alert')).textContent).toBe(shown);
  expect(followed).toEqual([]);
  recordRequests();
  await user.click(screen.getByRole('link', { name: 'Download' }));
  await waitFor(() => expect(followed).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a download without a network says so', async () => {
  goOffline();
  const user = show(<ExportAccount />);
  await user.click(screen.getByRole('link', { name: 'Download' }));
  const note = await screen.findByRole('alert');
  expect(note.textContent).toBe('Network error. Please check your connection and try again.');
});

test('deleting an account asks for its address, and nothing happens before', async () => {
  const asked = recordRequests();
  const user = show(<DeleteAccount email="ada@example.com" />);
  await user.click(button('Delete account…'));
  await user.type(screen.getByLabelText('Type ada@example.com to confirm'), 'yes');
  await user.click(button('Delete account'));
  expect(screen.getByText('This does not match. Type ada@example.com to confirm.')).toBeTruthy();
  await user.click(button('Cancel'));
  expect(button('Delete account…')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('a deletion that fails keeps the account and says so', async () => {
  await signInFirst(fakeIdentity(), ({ url }) =>
    url.endsWith('/api/account') ? refuse(503, 'Try again in a minute.') : undefined,
  );
  const user = show(<DeleteAccount email="ada@example.com" />);
  await user.click(button('Delete account…'));
  await user.type(screen.getByLabelText('Type ada@example.com to confirm'), 'ada@example.com');
  await user.click(button('Delete account'));
  await screen.findByText('Try again in a minute.');
  expect(getAuth().user?.email).toBe('ada@example.com');
});

test('a list of sessions that could not be loaded says so and offers another attempt', () => {
  show(<SessionList sessions={null} />);
  expect(screen.getByText(/^The sessions could not be loaded/)).toBeTruthy();
  expect(button('Try again')).toBeTruthy();
});
