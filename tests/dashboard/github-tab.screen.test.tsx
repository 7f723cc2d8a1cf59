import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { GithubTab } from '#app/dashboard/tabs/github-tab.tsx';
import type { GithubOfProject, ProjectLink, ProjectPush } from '#app/github/links/project-link.ts';
import type { LinkStatus } from '#app/github/webhook/link-status.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { factsOf } from './facts-of.ts';

const SHA = 'a'.repeat(40);
const LINK: ProjectLink = {
  project: 'p',
  repositoryId: 1,
  owner: 'octo-dev',
  name: 'server',
  url: 'https://github.com/octo-dev/server',
  branch: 'main',
  isPrivate: false,
  state: 'ok',
  publishesOnMerge: true,
  headSha: SHA,
  pushedVersion: 1,
  pushedSha: SHA,
  ci: null,
  linkedAt: 0,
};
const PUSH: ProjectPush = {
  id: 'push',
  version: 2,
  branch: 'mcp-builder/version-2',
  commitSha: SHA,
  commitUrl: null,
  pull: 4,
  pullUrl: null,
  state: 'open',
  failure: null,
  ci: null,
  createdAt: 0,
};
const LOOK_MS = 10_000;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

interface Told {
  list: GithubOfProject;
  status: LinkStatus | Response;
  /** How often our own list was asked for, and how often GitHub. */
  listed: number;
  asked: number;
}

/** Shows the tab of a project that is linked; what our list and GitHub say may be changed. */
function show() {
  const told: Told = {
    list: { link: LINK, pushes: [PUSH], next: null },
    status: { link: LINK, ahead: 0, hears: 'app' },
    listed: 0,
    asked: 0,
  };
  answerRequests(({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === '/api/projects/p/github') {
      told.listed += 1;
      return Response.json(told.list);
    }
    if (pathname !== '/api/projects/p/github/status') return undefined;
    told.asked += 1;
    const { status } = told;
    return status instanceof Response ? status.clone() : Response.json(status);
  });
  let loads = 0;
  const loader = () => {
    loads += 1;
    return factsOf(1);
  };
  const hydrationData = { loaderData: { tab: factsOf(null) } };
  const route = { id: 'tab', path: '/', loader, Component: Tab, HydrateFallback: () => null };
  render(<RouterProvider router={createMemoryRouter([route], { hydrationData })} />);
  return { told, countLoads: () => loads };
}

function Tab() {
  return <GithubTab facts={useLoaderData<ProjectFacts>()} />;
}

const wait = () => vi.advanceTimersByTimeAsync(LOOK_MS);

test('an open tab shows what webhooks have told, and asks for the project where a merge changed it', async () => {
  const { told, countLoads } = show();
  expect(await screen.findByText('main holds version 1.')).toBeTruthy();
  expect(told.asked).toBe(1);
  await wait();
  await expect.poll(() => told.listed).toBe(2);
  expect([told.asked, countLoads()]).toEqual([1, 0]);
  const merged = { ...LINK, headSha: 'b'.repeat(40), pushedVersion: 2 };
  told.list = { link: merged, pushes: [{ ...PUSH, state: 'merged' }], next: null };
  told.status = { link: merged, ahead: 0, hears: 'app' };
  await wait();
  expect(await screen.findByText('Merged')).toBeTruthy();
  expect(await screen.findByText('main holds version 2.')).toBeTruthy();
  await expect.poll(countLoads).toBe(1);
  expect(told.asked).toBe(2);
});

test('a look that fails leaves the tab as it is', async () => {
  show();
  expect(await screen.findByText('main holds version 1.')).toBeTruthy();
  answerRequests(() => {
    throw new TypeError('Failed to fetch');
  });
  await wait();
  expect(screen.getByText('main holds version 1.')).toBeTruthy();
});

test('that GitHub has to be reconnected is said once, when the user comes back to the tab', async () => {
  const { told } = show();
  expect(await screen.findByText('main holds version 1.')).toBeTruthy();
  told.status = Response.json(
    {
      type: 'urn:mcp-builder:github-reconnect',
      title: 'github_reconnect',
      status: 409,
      detail: 'GitHub no longer accepts this connection.',
      requestId: 'r',
    },
    { status: 409 },
  );
  dispatchEvent(new Event('focus'));
  expect(await screen.findByText('Versions are pushed once GitHub is connected.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Reconnect GitHub' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Compare with the repository' })).toBeNull();
});
