import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';

import { InviteScreen } from '#app/teams/invitations/invite-screen.tsx';
import type { InvitationView } from '#app/teams/invitations/invitation.ts';
import { TeamScreen } from '#app/teams/screens/team-screen.tsx';
import { TeamsScreen } from '#app/teams/screens/teams-screen.tsx';
import type { TeamView } from '#app/teams/team.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { startUser } from '../setup/screens/start-user.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const MEMBER = { joinedAt: NOW, isPayer: false, isOverSeats: false };
const TEAM: TeamView = {
  id: 't',
  name: 'Birds',
  role: 'owner',
  uid: 'ada',
  isPaused: false,
  seats: { used: 2, total: 3 },
  projects: 0,
  members: [
    { ...MEMBER, uid: 'ada', name: 'Ada', email: 'ada@example.org', role: 'owner', isPayer: true },
    { ...MEMBER, uid: 'bob', name: null, email: 'bob@example.org', role: 'editor' },
  ],
  invitations: [],
};

function show(element: React.ReactNode) {
  const loader = () => null;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element, loader }])} />);
  return startUser();
}

/** Answers each request, and keeps what was sent. */
function answerWith(answer: (path: string) => Response): string[] {
  const sent: string[] = [];
  answerRequests(async (request) => {
    const { pathname } = new URL(request.url);
    sent.push(`${request.method} ${pathname} ${await request.text()}`);
    return answer(pathname);
  });
  return sent;
}

beforeEach(() => {
  sessionStorage.clear();
  location.hash = '';
});

test('an owner makes a link, which is shown once with what is left', async () => {
  const invitation = {
    id: 'i',
    email: 'c@example.org',
    role: 'viewer',
    createdAt: NOW,
    expiresAt: NOW,
  };
  const link = 'https://builder.test/invite#mcpb_invite_once';
  const sent = answerWith(() => Response.json({ invitation, link, seatsLeft: 1 }, { status: 201 }));
  const user = show(<TeamScreen team={TEAM} />);
  const part = within(await screen.findByRole('region', { name: 'Invitations' }));
  await user.type(part.getByLabelText('Email address'), 'c@example.org');
  await user.selectOptions(part.getByLabelText('Role'), 'Viewer');
  await user.click(part.getByRole('button', { name: 'Create link' }));
  await part.findByText(link);
  expect(part.getByText(/1 seat is left/)).toBeTruthy();
  expect(sent).toEqual(['POST /api/teams/t/invitations {"email":"c@example.org","role":"viewer"}']);
  await user.click(part.getByRole('button', { name: 'I have copied it' }));
  expect(part.queryByText(link)).toBeNull();
});

test('a member is removed after it was said what ends, and a refusal is shown', async () => {
  const detail = 'A team needs an owner. Make another member an owner first.';
  const sent = answerWith((path) =>
    path.endsWith('/bob')
      ? new Response(null, { status: 204 })
      : Response.json(
          { type: 'about:blank', title: 'Conflict', status: 409, detail, requestId: 'r' },
          { status: 409 },
        ),
  );
  const user = show(<TeamScreen team={TEAM} />);
  await user.click(await screen.findByRole('button', { name: 'Remove…' }));
  expect(screen.getByText(/stop working within 30 seconds/)).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove the member' }));
  expect(sent).toEqual(['DELETE /api/teams/t/members/bob ']);
  await user.selectOptions(screen.getByLabelText('Role of Ada'), 'Viewer');
  await screen.findByText(detail);
});

test('who is no owner sees the members and may leave; a team that nobody pays for says what that means', async () => {
  show(<TeamScreen team={{ ...TEAM, role: 'editor', uid: 'bob', isPaused: true }} />);
  await screen.findByText(/The plan Team of this team has ended/);
  expect(screen.queryByRole('region', { name: 'Invitations' })).toBeNull();
  expect(screen.queryByLabelText('Role of Ada')).toBeNull();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave…']);
});

test('a team with projects is not deleted, and one without needs its name', async () => {
  const user = show(<TeamScreen team={TEAM} />);
  await user.click(await screen.findByRole('button', { name: 'Delete the team…' }));
  const remove = screen.getByRole('button', { name: 'Delete the team' });
  expect(remove).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Type Birds to confirm'), 'Birds');
  expect(remove).toHaveProperty('disabled', false);
});

test('without a team the page says how to get one, and that of another plan why there is none', async () => {
  const detail = 'This needs the plan Team. Yours has the limits of Free.';
  answerWith(() =>
    Response.json(
      { type: 'about:blank', title: 'x', status: 403, detail, requestId: 'r' },
      { status: 403 },
    ),
  );
  const user = show(<TeamsScreen teams={[]} />);
  await screen.findByText('No teams yet');
  await user.type(screen.getByLabelText('Team name'), 'Birds');
  await user.click(screen.getByRole('button', { name: 'Create team' }));
  expect(await screen.findByText(detail)).toBeTruthy();
});

const VIEW: InvitationView = {
  state: 'open',
  team: 'Birds',
  role: 'editor',
  email: 'c@example.org',
  account: null,
};

test('a link is opened without its token in the address, and accepted', async () => {
  location.hash = '#mcpb_invite_token';
  const sent = answerWith((path) =>
    Response.json(path.endsWith('/view') ? VIEW : { account: 't' }),
  );
  const user = show(<InviteScreen />);
  await user.click(await screen.findByRole('button', { name: 'Accept the invitation' }));
  expect(location.href).not.toContain('mcpb_invite');
  const body = '{"token":"mcpb_invite_token"}';
  expect(sent).toEqual([
    `POST /api/invitations/view ${body}`,
    `POST /api/invitations/accept ${body}`,
  ]);
  expect(sessionStorage.getItem('invitation')).toBeNull();
});

test.each([
  ['signedOut', 'Sign in with that address'],
  ['unverified', 'Verify your address first'],
  ['otherPerson', 'for another address'],
  ['alreadyMember', 'You are a member of Birds'],
  ['used', 'was used already'],
  ['revoked', 'was revoked or replaced'],
  ['expired', 'has expired'],
  ['full', 'has no seat left'],
  ['paused', 'plan has ended'],
] as const)('an invitation that is %s says so', async (state, words) => {
  sessionStorage.setItem('invitation', 'mcpb_invite_token');
  answerWith(() => Response.json({ ...VIEW, state, email: 'c•••@e•••.org' }));
  show(<InviteScreen />);
  await screen.findByText(new RegExp(words));
  expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull();
});
