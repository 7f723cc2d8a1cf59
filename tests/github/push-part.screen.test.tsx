import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import type { ProjectLink, ProjectPush } from '#app/github/links/project-link.ts';
import type { PushPreview } from '#app/github/push/push-preview.ts';
import { PushList } from '#app/github/screens/push-list.tsx';
import { PushPart } from '#app/github/screens/push-part.tsx';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { startUser } from '../setup/screens/start-user.ts';

const SHA = 'a'.repeat(40);
const LINK: ProjectLink = {
  project: 'p1',
  repositoryId: 1,
  owner: 'octo-dev',
  name: 'server',
  url: 'https://github.com/octo-dev/server',
  branch: 'main',
  isPrivate: true,
  state: 'ok',
  publishesOnMerge: false,
  headSha: SHA,
  pushedVersion: 1,
  pushedSha: SHA,
  ci: null,
  linkedAt: 0,
};
const EDIT = {
  path: 'README.md',
  edit: 'changed',
  existing: 'README.md',
  sha: SHA,
  before: '# Mine\n',
  after: '# Generated\n',
  isCompared: true,
} as const;
const PREVIEW: PushPreview = {
  version: 2,
  branch: 'main',
  head: SHA,
  pushedVersion: 1,
  way: 'pull',
  obstacle: 'moved',
  ahead: 3,
  files: [{ path: 'src/server.ts', change: 'change' }],
  moreFiles: 0,
  edits: [EDIT, { ...EDIT, path: 'big.md', before: null, after: '', isCompared: false }],
};
const PUSH: ProjectPush = {
  id: 'push',
  version: 2,
  branch: 'mcp-builder/version-2-abc',
  commitSha: SHA,
  commitUrl: `${LINK.url}/commit/${SHA}`,
  pull: 4,
  pullUrl: `${LINK.url}/pull/4`,
  state: 'open',
  failure: null,
  ci: 'failed',
  createdAt: 0,
};

/** Shows the part; the first push is answered as given. */
function show(first: () => Response) {
  const pushes: { body: unknown; key: string | null }[] = [];
  answerRequests(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname !== '/api/projects/p1/github/pushes') return undefined;
    if (search === '?preview=1') return Response.json(PREVIEW);
    pushes.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
    return pushes.length === 1 ? first() : Response.json(PUSH);
  });
  let listed = 0;
  render(
    <MemoryRouter>
      <PushPart link={LINK} versions={[2, 1]} onPushed={() => (listed += 1)} />
    </MemoryRouter>,
  );
  return { user: startUser(), pushes, countListed: () => listed };
}

test('an edited file is replaced only where its diff is there and the user ticks it', async () => {
  const { user, pushes, countListed } = show(() => Response.json(PUSH));
  await user.click(screen.getByRole('button', { name: 'Compare with the repository' }));
  expect(await screen.findByText(/3 commits that are not ours came to main/)).toBeTruthy();
  const edits = within(screen.getByRole('list', { name: 'Edited files' }));
  expect(edits.getAllByRole('checkbox')).toHaveLength(1);
  expect(edits.getByText(/too large to be compared/)).toBeTruthy();
  expect(edits.getByText(/\+ # Generated/)).toBeTruthy();
  await user.click(edits.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Push version 2' }));
  await expect.poll(countListed).toBe(1);
  expect(pushes[0]?.body).toEqual({
    version: 2,
    way: 'pull',
    head: SHA,
    pushedVersion: 1,
    replace: [{ path: 'README.md', sha: SHA }],
  });
  expect(screen.queryByRole('button', { name: 'Push version 2' })).toBeNull();
});

test('a push that failed is sent again under the same key, and another choice is another push', async () => {
  const problem = {
    type: 'urn:mcp-builder:github-reconnect',
    title: 'github_reconnect',
    status: 409,
  };
  const { user, pushes } = show(() =>
    Response.json(
      { ...problem, detail: 'Reconnect GitHub, then try again.', requestId: 'r' },
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Compare with the repository' }));
  await user.click(await screen.findByRole('button', { name: 'Push version 2' }));
  expect(await screen.findByRole('button', { name: 'Reconnect GitHub' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Push version 2' }));
  await expect.poll(() => pushes).toHaveLength(2);
  expect(pushes[1]?.key).toBe(pushes[0]?.key);
  await user.click(screen.getByRole('button', { name: 'Compare with the repository' }));
  await user.click(await screen.findByRole('radio', { name: 'One commit on main' }));
  await user.click(screen.getByRole('button', { name: 'Push version 2' }));
  await expect.poll(() => pushes).toHaveLength(3);
  expect(pushes[2]?.key).not.toBe(pushes[0]?.key);
});

test('a rate limit is counted down, and its end is said and lets the user try again', async () => {
  const answers = [toLimit(1), toLimit(3_661), Response.json(PREVIEW)];
  answerRequests(async () => answers.shift());
  render(
    <MemoryRouter>
      <PushPart link={LINK} versions={[2, 1]} onPushed={() => undefined} />
    </MemoryRouter>,
  );
  const user = startUser();
  await user.click(screen.getByRole('button', { name: 'Compare with the repository' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(again.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('timer').textContent).toBe('in 0:01');
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  await user.click(again);
  expect(answers).toHaveLength(2);
  await expect.poll(() => status.textContent).toBe('You can try again now.');
  expect(screen.queryByRole('timer')).toBeNull();
  await user.click(again);
  await expect.poll(() => screen.queryByRole('timer')?.textContent).toBe('in 1:01:01');
});

function toLimit(seconds: number): Response {
  const problem = {
    type: 'urn:mcp-builder:github-limited',
    title: 'github_limited',
    status: 429,
    detail: "GitHub's rate limit is reached.",
    requestId: `limit-${seconds}`,
  };
  return Response.json(problem, { status: 429, headers: { 'retry-after': String(seconds) } });
}

test('a version that is saved meanwhile is the one to push, unless another one was chosen', async () => {
  const part = (versions: number[]) => (
    <MemoryRouter>
      <PushPart link={LINK} versions={versions} onPushed={() => undefined} />
    </MemoryRouter>
  );
  const { rerender } = render(part([2, 1]));
  const field = screen.getByRole('combobox', { name: 'Version' });
  rerender(part([3, 2, 1]));
  expect(field).toHaveProperty('value', '3');
  await startUser().selectOptions(field, '2');
  rerender(part([4, 3, 2, 1]));
  expect(field).toHaveProperty('value', '2');
});

test('a push is listed with its commit, pull request and CI, or with the reason why it failed', () => {
  const failed = { ...PUSH, id: 'f', state: 'failed', failure: 'GitHub did not answer.' } as const;
  render(<PushList pushes={[PUSH, failed]} />);
  const [open, other] = screen.getAllByRole('listitem');
  expect(open?.textContent).toContain('Pull request open');
  expect(open?.textContent).toContain('CI failed');
  const link = within(open ?? document.body).getByRole('link', { name: 'Pull request #4' });
  expect(link.getAttribute('href')).toBe(PUSH.pullUrl);
  expect(other?.textContent).toContain('GitHub did not answer.');
});
