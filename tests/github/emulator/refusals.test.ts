import { expect, test } from 'vitest';

import { openWorld } from './open-world.ts';

const GIT = '/repos/{owner}/{repo}/git';
const of = (repo: string) => ({ owner: 'octo-dev', repo });

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof Error && 'status' in error)
      return `${String(error.status)} ${error.message}`;
    throw error;
  }
  return 'no refusal';
}

test('git data of an empty repository, an archived and a protected one are refused as GitHub does', async () => {
  const { control, signIn } = openWorld('refusals');
  const github = await signIn();
  const blob = { content: 'x' };
  expect(await refusalOf(github.request(`POST ${GIT}/blobs`, { ...of('empty'), ...blob }))).toMatch(
    /^409 Git Repository is empty/,
  );
  expect(
    await refusalOf(github.request(`POST ${GIT}/blobs`, { ...of('old-times'), ...blob })),
  ).toMatch(/^403 Repository was archived/);
  const { data: head } = await github.request(`GET ${GIT}/ref/{ref}`, {
    ...of('hello-world'),
    ref: 'heads/main',
  });
  const { data: commit } = await github.request(`POST ${GIT}/commits`, {
    ...of('hello-world'),
    message: 'm',
    tree: (
      await github.request(`GET ${GIT}/commits/{commit_sha}`, {
        ...of('hello-world'),
        commit_sha: head.object.sha,
      })
    ).data.tree.sha,
    parents: [head.object.sha],
  });
  const move = () =>
    github.request(`PATCH ${GIT}/refs/{ref}`, {
      ...of('hello-world'),
      ref: 'heads/main',
      sha: commit.sha,
    });
  await control.protect({ name: 'hello-world' });
  expect(await refusalOf(move())).toMatch(/^422 Changes must be made through a pull request/);
  await control.protect({ name: 'hello-world', reviews: 0 });
  await control.commit({ name: 'hello-world', files: { 'other.txt': 'first' } });
  expect(await refusalOf(move())).toMatch(/^422 Update is not a fast forward/);
  expect(await control.mismatches()).toEqual([]);
});

test('paths that leave the repository, or reach into git itself, are refused', async () => {
  const { signIn } = openWorld('paths');
  const github = await signIn();
  const put = (path: string) =>
    refusalOf(
      github.request(`POST ${GIT}/trees`, {
        ...of('hello-world'),
        tree: [{ path, mode: '100644', type: 'blob', content: 'x' }],
      }),
    );
  for (const path of ['../x', 'a/../b', './x', 'a//b', '/x', '.git/config', 'a/.GIT/x', '']) {
    expect(await put(path), path).toMatch(/^422 tree.path/);
  }
  expect(await put('a/ok.txt')).toBe('no refusal');
});

test('a repository that was renamed or moved is found under its former name', async () => {
  const { control, signIn } = openWorld('moved');
  const github = await signIn();
  await control.rename({ name: 'hello-world' }, 'hi');
  await control.transfer({ name: 'hi' }, 'octo-org');
  const { data } = await github.request('GET /repos/{owner}/{repo}', of('hello-world'));
  expect(data.full_name).toBe('octo-org/hi');
  const { data: blob } = await github.request(`POST ${GIT}/blobs`, {
    ...of('hello-world'),
    content: 'x',
  });
  expect(blob.sha).toBe('c1b0730e0133447badcfd47fd144e254807b06e1');
  await control.remove({ owner: 'octo-org', name: 'hi' });
  expect(await refusalOf(github.request('GET /repos/{owner}/{repo}', of('hello-world')))).toMatch(
    /^404/,
  );
});

test('limits and outages strike the requests that are meant, after those that go well', async () => {
  const { control, signIn } = openWorld('faults');
  const github = await signIn();
  const blob = () => github.request(`POST ${GIT}/blobs`, { ...of('hello-world'), content: 'x' });
  await control.fault('secondary_limit', { match: 'git/blobs', skip: 1, seconds: 7 });
  await control.fault('primary_limit', { match: 'GET /user', seconds: 90 });
  await blob();
  await expect(blob()).rejects.toMatchObject({
    status: 429,
    response: { headers: { 'retry-after': '7' } },
  });
  await expect(github.request('GET /user')).rejects.toMatchObject({
    status: 403,
    response: { headers: { 'x-ratelimit-remaining': '0' } },
  });
  await blob();
  await control.fault('lost_answer', { match: 'POST /user/repos' });
  const make = () => github.request('POST /user/repos', { name: 'twice', auto_init: true });
  await expect(make()).rejects.toMatchObject({ status: 502 });
  expect(await refusalOf(make())).toMatch(/name already exists/);
  const seen = (await control.requests()).map(
    ({ method, path, status }) => `${method} ${path} ${status}`,
  );
  expect(seen.slice(-2)).toEqual(['POST /user/repos 201', 'POST /user/repos 422']);
});

test('what the app or the user may not do is refused, and what is secret does not exist', async () => {
  const { control, connect, signIn } = openWorld('rights');
  const nobody = connect();
  expect(await refusalOf(nobody.request('GET /repos/{owner}/{repo}', of('secret-plans')))).toMatch(
    /^404/,
  );
  const friend = await signIn({ user: 'octo-friend' });
  expect(await refusalOf(friend.request('GET /repos/{owner}/{repo}', of('secret-plans')))).toMatch(
    /^404/,
  );
  await control.app({ permissions: { metadata: 'read', contents: 'read' } });
  await control.install('octo-dev');
  const github = await signIn();
  expect(
    await refusalOf(github.request(`POST ${GIT}/blobs`, { ...of('hello-world'), content: 'x' })),
  ).toMatch(/^403 Resource not accessible by integration/);
  const narrow = await signIn({ app: 'oauth-app', scopes: ['public_repo'] });
  expect(await refusalOf(narrow.request('GET /repos/{owner}/{repo}', of('secret-plans')))).toMatch(
    /^404/,
  );
  await narrow.request('POST /user/repos', { name: 'open' });
  expect(
    await refusalOf(narrow.request('POST /user/repos', { name: 'closed', private: true })),
  ).toMatch(/^404/);
});

test('ten thousand repositories are listed and searched by pages', async () => {
  const { control, signIn } = openWorld('many');
  await control.fill({ count: 10_000, prefix: 'service' });
  const github = await signIn();
  const { data, headers } = await github.request('GET /user/repos?sort=pushed&per_page=100');
  expect(data[0]?.name).toBe('service-10000');
  expect(headers.link).toContain('page=101>; rel="last"');
  const { data: found } = await github.request('GET /search/repositories', {
    q: 'service-77 user:octo-dev',
    per_page: 5,
  });
  expect(found.total_count).toBe(111);
  expect(found.items).toHaveLength(5);
  expect(
    await refusalOf(github.request('GET /search/repositories?q=service&page=11&per_page=100')),
  ).toMatch(/^422 Only the first 1000/);
});
