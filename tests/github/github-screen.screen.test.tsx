import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router';
import { expect, test, vi } from 'vitest';

import type { GithubOverview, GithubStatus } from '#app/github/connection/github-status.ts';
import type { ConnectedStatus } from '#app/github/screens/account-section.tsx';
import { GithubScreen } from '#app/github/screens/github-screen.tsx';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { startUser } from '../setup/screens/start-user.ts';

const LINKS = {
  kind: 'github-app',
  manageUrl: 'https://github.com/settings/apps/authorizations',
  installUrl: 'https://github.com/apps/mcp-builder/installations/new',
} as const;
const CONNECTED: ConnectedStatus = {
  state: 'connected',
  account: {
    login: 'octo-dev',
    name: 'Octavia Dev',
    avatarUrl: null,
    url: 'https://github.com/octo-dev',
    connectedAt: Date.parse('2026-11-20T10:00:00Z'),
  },
  ...LINKS,
};
const INSTALLED: GithubOverview = {
  status: CONNECTED,
  installations: [
    {
      id: 1,
      login: 'octo-org',
      avatarUrl: null,
      isOrganization: true,
      reach: 'selected',
      isSuspended: true,
      missingRights: ['pull requests: write'],
      url: 'https://github.com/organizations/octo-org/settings/installations/1',
    },
  ],
  failure: null,
};

/** Shows the screen; the loader gives the next status whenever it is asked again. */
function show(first: GithubStatus, ...next: GithubStatus[]) {
  const later = [...next];
  const loader = () => later.shift() ?? first;
  const router = createMemoryRouter(
    [{ id: 'screen', path: '/github', loader, Component: Screen, HydrateFallback: () => null }],
    { initialEntries: ['/github?from=test'], hydrationData: { loaderData: { screen: first } } },
  );
  render(<RouterProvider router={router} />);
  return startUser();
}

function Screen() {
  return <GithubScreen status={useLoaderData<GithubStatus>()} />;
}

/** Answers our API, with no linked projects; gives what else was sent, by method and path. */
function answerApi(answers: Record<string, unknown>): unknown[] {
  const sent: unknown[] = [];
  answerRequests(async (request) => {
    const name = `${request.method} ${new URL(request.url).pathname}`;
    if (name === 'GET /api/github/projects') return Response.json({ projects: [] });
    const body = await request.text();
    sent.push([name, body === '' ? null : JSON.parse(body)]);
    const answer = answers[name];
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return sent;
}

test('without settings it names what the operator has to set, and offers nothing', async () => {
  show({ state: 'off', missing: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'] });
  expect(await screen.findByText('GITHUB_CLIENT_ID')).toBeTruthy();
  expect(screen.getByText('GITHUB_CLIENT_SECRET')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('connecting leads to GitHub, and a refusal is shown beside the button', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const problem = { detail: 'Sign in and try again.', title: 'Unauthorized', status: 409 };
  answerApi({
    'POST /api/github/connection': Response.json(problem, { status: 409 }),
  });
  const user = show({ state: 'none', ...LINKS });
  await user.click(await screen.findByRole('button', { name: 'Connect GitHub' }));
  expect(await screen.findByText('Sign in and try again.')).toBeTruthy();
  const url = 'https://github.com/login/oauth/authorize?state=1';
  const sent = answerApi({ 'POST /api/github/connection': { url } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(url));
  expect(sent).toEqual([['POST /api/github/connection', { returnTo: '/github?from=test' }]]);
});

test('a connected account shows who it is, and where access was given', async () => {
  answerApi({ 'GET /api/github': INSTALLED });
  show(CONNECTED);
  const account = within(await screen.findByRole('region', { name: 'Account' }));
  expect(account.getByRole('link', { name: 'octo-dev' })).toHaveProperty(
    'href',
    'https://github.com/octo-dev',
  );
  expect(account.getByText('Octavia Dev')).toBeTruthy();
  const list = within(await screen.findByRole('list', { name: 'Access to repositories' }));
  expect(list.getByText('octo-org')).toBeTruthy();
  expect(list.getByText('Suspended')).toBeTruthy();
  expect(list.getByText(/pull requests: write/)).toBeTruthy();
  const grant = screen.getByRole('link', { name: 'Grant more repositories' });
  expect(grant).toHaveProperty('href', LINKS.installUrl);
});

test('a refresh asks GitHub again, and shows what it names the account by then', async () => {
  answerApi({ 'GET /api/github': INSTALLED });
  const user = show(CONNECTED);
  await screen.findByRole('list', { name: 'Access to repositories' });
  const account = { ...CONNECTED.account, login: 'octo-renamed' };
  answerApi({ 'GET /api/github': { ...INSTALLED, status: { ...CONNECTED, account } } });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('link', { name: 'octo-renamed' })).toBeTruthy();
});

test('no installation, and a GitHub that does not say, are told', async () => {
  answerApi({ 'GET /api/github': { ...INSTALLED, installations: null, failure: 'It is away.' } });
  const user = show(CONNECTED);
  expect(await screen.findByText('It is away.')).toBeTruthy();
  answerApi({ 'GET /api/github': { ...INSTALLED, installations: [] } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^None yet/)).toBeTruthy();
});

test('a connection that GitHub turns out to refuse asks to reconnect', async () => {
  const revoked: GithubStatus = { ...CONNECTED, state: 'revoked' };
  answerApi({ 'GET /api/github': { status: revoked, installations: null, failure: null } });
  show(CONNECTED);
  expect(await screen.findByRole('button', { name: 'Reconnect GitHub' })).toBeTruthy();
  expect(screen.queryByText('Access to repositories')).toBeNull();
});

test('disconnecting asks first, and says when GitHub did not confirm', async () => {
  const sent = answerApi({
    'GET /api/github': INSTALLED,
    'DELETE /api/github/connection': { isEndedAtGithub: false, manageUrl: LINKS.manageUrl },
  });
  const user = show(CONNECTED, { state: 'none', ...LINKS });
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect GitHub' }));
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    expect.stringContaining('did not confirm'),
  );
  expect(screen.getByRole('link', { name: 'on GitHub' })).toHaveProperty('href', LINKS.manageUrl);
  expect(screen.getByRole('button', { name: 'Connect GitHub' })).toBeTruthy();
  expect(sent).toContainEqual(['DELETE /api/github/connection', null]);
});
