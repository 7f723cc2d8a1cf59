import { expect, test } from 'vitest';

import { openWorld } from './open-world.ts';

const R = '/repos/octo-dev/weather-mcp';
const READS = [
  '/user',
  '/users/octo-dev',
  '/user/orgs',
  '/user/memberships/orgs',
  '/user/memberships/orgs/octo-org',
  '/orgs/octo-org',
  '/user/installations',
  '/user/repos?sort=pushed&per_page=3',
  '/orgs/octo-org/repos',
  '/users/octo-dev/repos',
  '/search/repositories?q=weather+user:octo-dev',
  '/licenses',
  '/licenses/mit',
  '/rate_limit',
  R,
  `${R}/branches`,
  `${R}/branches/main`,
  `${R}/branches/main/protection`,
  `${R}/rules/branches/main`,
  `${R}/commits`,
  `${R}/commits/main`,
  `${R}/commits/main/pulls`,
  `${R}/commits/main/check-runs`,
  `${R}/commits/main/check-suites`,
  `${R}/commits/main/status`,
  `${R}/commits/main/statuses`,
  `${R}/compare/main...feature%2Fx`,
  `${R}/contents`,
  `${R}/contents/src`,
  `${R}/contents/src/index.ts`,
  `${R}/contents/link`,
  `${R}/contents/vendor`,
  `${R}/readme`,
  `${R}/pulls?state=all`,
  `${R}/pulls/1`,
  `${R}/pulls/1/files`,
  `${R}/pulls/1/commits`,
  `${R}/git/ref/heads/main`,
  `${R}/git/matching-refs/heads/`,
  `${R}/git/trees/main?recursive=1`,
];

test('everything that is read and told is as GitHub’s document has it', async () => {
  const { control, signIn } = openWorld('api');
  const github = await signIn();
  const at = { name: 'weather-mcp' };
  await control.protect(at);
  await control.commit({
    ...at,
    files: {
      link: { text: 'README.md', mode: '120000' },
      vendor: { sha: '1'.repeat(40), mode: '160000' },
    },
  });
  await control.moveBranch({ ...at, branch: 'feature/x', to: 'main' });
  await control.commit({ ...at, branch: 'feature/x', files: { 'a.txt': 'a\n' } });
  await control.openPull({ ...at, head: 'feature/x' });
  await control.check({ ...at, conclusion: null });
  await control.check({ ...at, conclusion: 'failure' });
  await control.status({ ...at, state: 'success' });
  for (const path of READS) {
    expect((await github.request(`GET ${path}`)).status, path).toBe(200);
  }
  const { data } = await github.request('GET /user/installations');
  const of = data.installations[0]?.id ?? 0;
  await github.request('GET /user/installations/{installation_id}/repositories', {
    installation_id: of,
  });
  expect(await control.mismatches()).toEqual([]);
});

test('a parameter that GitHub does not know is found, and fails the request', async () => {
  const { control, signIn } = openWorld('mismatch');
  const github = await signIn();
  await expect(github.request('GET /user/repos?order=pushed')).rejects.toThrow(/order/);
  await expect(
    github.request('POST /user/repos', { name: 'x', autoinit: true }),
  ).rejects.toMatchObject({ status: 500 });
  const found = await control.mismatches();
  expect(found.map((each) => each.split(':')[0])).toEqual(['GET /user/repos', 'POST /user/repos']);
});

test('whatever people do is told by webhooks as GitHub’s document has them', async () => {
  const { control } = openWorld('webhooks');
  const at = { name: 'hello-world' };
  await control.commit({ ...at, files: { 'a.txt': 'a' } });
  await control.moveBranch({ ...at, branch: 'next', to: 'main' });
  await control.commit({ ...at, branch: 'next', files: { 'a.txt': 'b' } });
  const number = await control.openPull({ ...at, head: 'next' });
  await control.commit({ ...at, branch: 'next', files: { 'a.txt': 'c' } });
  await control.merge({ ...at, number });
  await control.check({ ...at, conclusion: 'success' });
  await control.status({ ...at, state: 'failure' });
  await control.rename(at, 'hi');
  const hi = { name: 'hi' };
  await control.set({ ...hi, isArchived: true, isPrivate: true });
  await control.set({ ...hi, isArchived: false, isPrivate: false });
  await control.transfer(hi, 'octo-org');
  await control.remove({ owner: 'octo-org', ...hi });
  await control.install('octo-dev', ['empty']);
  await control.install('octo-dev');
  await control.suspend('octo-dev');
  await control.suspend('octo-dev', false);
  await control.uninstall('octo-dev');
  await control.revoke();
  const told = await control.take();
  const names = told.map(({ event, body }) => {
    const { action } = JSON.parse(body) as { action?: string };
    return action === undefined ? event : `${event}.${action}`;
  });
  expect(names).toEqual([
    'push',
    'push',
    'push',
    'pull_request.opened',
    'push',
    'pull_request.synchronize',
    'push',
    'pull_request.closed',
    'check_suite.requested',
    'check_suite.completed',
    'status',
    'repository.renamed',
    'repository.archived',
    'repository.privatized',
    'repository.unarchived',
    'repository.publicized',
    'repository.transferred',
    'repository.deleted',
    'installation_repositories.removed',
    'installation_repositories.added',
    'installation.suspend',
    'installation.unsuspend',
    'installation.deleted',
    'github_app_authorization.revoked',
  ]);
  expect(await control.mismatches()).toEqual([]);
  expect(await control.take()).toEqual([]);
});
