import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type {
  CreatedRepository,
  NameAnswer,
  NewRepository,
  OwnerList,
} from '#app/github/repositories/new-repository.ts';
import type { RepositoryPage } from '#app/github/repositories/repository.ts';

import { openGithubUser, type GithubUser } from './github-user.workerd.ts';

const LIST = '/api/github/repositories';

let user: GithubUser;

afterEach(async () => {
  const mismatches = await user.control.mismatches();
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
});

async function list(query: Record<string, string> = {}): Promise<RepositoryPage> {
  return user.json<RepositoryPage>(`${LIST}?${new URLSearchParams(query).toString()}`);
}

/** `owner/name` of all pages. */
async function listAll(query: Record<string, string> = {}): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page: RepositoryPage = await list({ ...query, ...(cursor && { cursor }) });
    names.push(...page.repositories.map(({ owner, name }) => `${owner}/${name}`));
    ({ cursor } = page);
  } while (cursor !== null);
  return names;
}

function create(wish: Partial<NewRepository> = {}): Promise<Response> {
  return user.post(LIST, {
    owner: 'octo-dev',
    name: 'weather',
    description: '',
    isPrivate: true,
    license: null,
    defaultBranch: 'main',
    ...wish,
  });
}

async function listRequests(match: string): Promise<string[]> {
  const made = await user.control.requests();
  return made
    .filter(({ method, path }) => `${method} ${path}`.includes(match))
    .map(({ method, path }) => `${method} ${path}`);
}

describe('with a GitHub App', () => {
  beforeEach(async () => {
    user = await openGithubUser('repositories');
  });

  test('the repositories of all installations are listed, the last pushed first', async () => {
    const { control } = user;
    await control.addRepository({ name: 'first', pushedAt: '2020-01-01T00:00:00Z', files: {} });
    await control.addRepository({
      owner: 'octo-org',
      name: 'last',
      isPrivate: true,
      description: 'Says \u202E"safe"\nand more',
      pushedAt: '2040-01-01T00:00:00Z',
    });
    const { repositories, cursor, note, grantUrl } = await list();
    expect(repositories[0]).toEqual({
      id: expect.any(Number),
      owner: 'octo-org',
      name: 'last',
      isPrivate: true,
      isArchived: false,
      canPush: true,
      defaultBranch: 'main',
      pushedAt: Date.parse('2040-01-01T00:00:00Z'),
      url: 'https://github.com/octo-org/last',
      description: 'Says [U+202E]"safe" and more',
    });
    expect(repositories.at(-1)?.name).toBe('first');
    expect(repositories.find(({ name }) => name === 'old-times')?.isArchived).toBe(true);
    expect({ cursor, note }).toEqual({ cursor: null, note: null });
    expect(grantUrl).toMatch(/^https:\/\/github\.com\/apps\/[\w-]+\/installations\/new$/);
  });

  test('what the app was not granted is not listed, and what is granted then is, on a fresh list', async () => {
    const { control } = user;
    await control.uninstall('octo-org');
    await control.uninstall('octo-dev');
    expect(await list()).toMatchObject({ repositories: [], note: 'noAccount' });
    await control.install('octo-dev', ['secret-plans']);
    expect(await listAll()).toEqual([]);
    expect(await listAll({ fresh: '1' })).toEqual(['octo-dev/secret-plans']);
    expect(await listAll()).toEqual(['octo-dev/secret-plans']);
  });

  test('an installation that may only read gives nothing to push to', async () => {
    const { control } = user;
    await control.uninstall('octo-org');
    await control.app({ permissions: { metadata: 'read', contents: 'read' } });
    await control.install('octo-org');
    const { repositories } = await list();
    const rights = Object.groupBy(repositories, ({ owner }) => owner);
    expect(rights['octo-org']?.map(({ canPush }) => canPush)).toEqual([false]);
    expect(rights['octo-dev']?.every(({ canPush }) => canPush)).toBe(true);
    const { owners } = await user.json<OwnerList>(`${LIST}/owners`);
    expect(owners).toEqual([
      { login: 'octo-dev', isOrganization: false, canCreate: true },
      { login: 'octo-org', isOrganization: true, canCreate: false },
    ]);
  });

  test('ten thousand repositories are searched, not read', async () => {
    const { control } = user;
    await control.fill({ owner: 'octo-org', count: 10_000, prefix: 'service' });
    await control.forgetRequests();
    const first = await list();
    const services = first.repositories.filter(({ name }) => name.startsWith('service-'));
    expect(services[0]?.name).toBe('service-10000');
    expect(first.cursor).not.toBeNull();
    // Installations, a page of each, and one search.
    expect((await control.requests()).length).toBeLessThanOrEqual(4);
    await control.forgetRequests();
    const found = await list({ query: 'octo-org/SERVICE-9876' });
    expect(found.repositories.map(({ name }) => name)).toEqual(['service-9876']);
    const own = await list({ query: 'hello' });
    expect(own.repositories.map(({ name }) => name)).toEqual(['hello-world']);
    expect(await listRequests('/user/installations')).toEqual([]);
    const all = await listAll();
    expect(all).toHaveLength(new Set(all).size);
    // GitHub lists no more of a search.
    expect(all.filter((name) => name.startsWith('octo-org/'))).toHaveLength(1_000);
    expect((await list({ cursor: 'p10' })).note).toBe('typeToFind');
    expect(all).toContain('octo-dev/hello-world');
  });

  test('a search cannot be made to look elsewhere', async () => {
    const { control } = user;
    await control.fill({ owner: 'octo-org', count: 400, prefix: 'service' });
    await control.addOwner({ login: 'stranger' });
    await control.addRepository({ owner: 'stranger', name: 'service-of-others', files: {} });
    for (const query of [
      'service user:stranger',
      'service" OR "x',
      'NOT service-1',
      '../../x',
      '-a',
    ]) {
      const { repositories } = await list({ query });
      expect(repositories.filter(({ owner }) => owner === 'stranger')).toEqual([]);
    }
  });

  test('a name is free, taken or a former one', async () => {
    const { control } = user;
    await control.rename({ name: 'hello-world' }, 'hello-again');
    const ask = (name: string) =>
      user.json<NameAnswer>(`${LIST}/availability?owner=octo-dev&name=${encodeURIComponent(name)}`);
    expect(await ask('weather')).toEqual({ state: 'free', repository: null });
    expect(await ask('Secret Plans')).toMatchObject({
      state: 'taken',
      repository: { isPrivate: true },
    });
    expect(await ask('hello-world')).toMatchObject({
      state: 'moved',
      repository: { name: 'hello-again' },
    });
  });

  test('a repository is created with a first commit, a licence, and the branch that was wished for', async () => {
    const answer = await create({
      owner: 'octo-org',
      name: 'Météo 天气',
      description: '  Forecasts\n for\u202E all ',
      license: 'mit',
      isPrivate: false,
      defaultBranch: 'trunk',
    });
    expect(answer.status).toBe(201);
    const { repository, undone } = await answer.json<CreatedRepository>();
    expect(undone).toBeNull();
    expect(repository).toMatchObject({
      owner: 'octo-org',
      name: 'Meteo-',
      description: 'Forecasts for all',
      isPrivate: false,
      canPush: true,
      defaultBranch: 'trunk',
    });
    expect(await user.askJson('/repos/octo-org/Meteo-/git/ref/heads/trunk')).toMatchObject({
      object: { type: 'commit' },
    });
    expect(await user.askJson('/repos/octo-org/Meteo-')).toMatchObject({
      default_branch: 'trunk',
      license: { key: 'mit' },
    });
    expect(await listAll()).toContain('octo-org/Meteo-');
  });

  test('what GitHub would refuse is not sent', async () => {
    await user.control.forgetRequests();
    const refused = [
      { name: '天气' },
      { name: '..' },
      { name: 'docs.wiki' },
      { name: 'a'.repeat(101) },
      { description: 'é'.repeat(351) },
      { defaultBranch: 'my branch' },
      { license: 'mine' },
    ];
    for (const wish of refused) {
      const answer = await create(wish);
      expect(answer.status).toBe(422);
      const { problems } = await answer.json<{ problems: { path: string }[] }>();
      expect(problems.map(({ path }) => path)).toEqual(Object.keys(wish));
    }
    expect(await listRequests('POST ')).toEqual([]);
  });

  test('a taken name is said so, also where the app cannot see the repository', async () => {
    const { control } = user;
    await control.uninstall('octo-dev');
    await control.install('octo-dev', ['hello-world']);
    const answers = [await create({ name: 'hello-world' }), await create({ name: 'secret-plans' })];
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    const [, hidden] = await Promise.all(
      answers.map((answer) => answer.json<{ detail: string }>()),
    );
    expect(hidden?.detail).toContain('octo-dev/secret-plans exists already.');
  });

  test('an organization that lets no member create says so in its own words', async () => {
    const { control } = user;
    await control.addOwner({
      login: 'closed-org',
      kind: 'Organization',
      members: { 'octo-dev': 'member' },
      membersMayCreate: false,
    });
    await control.install('closed-org');
    const answer = await create({ owner: 'closed-org' });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('You need admin access to the organization');
  });
});

describe('faults of GitHub', () => {
  beforeEach(async () => {
    user = await openGithubUser('repository_faults');
  });

  test('an answer that is lost after the repository was created is no failure', async () => {
    await user.control.fault('lost_answer', { match: 'POST /user/repos' });
    const answer = await create({ defaultBranch: 'trunk' });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      repository: { name: 'weather', defaultBranch: 'trunk' },
      undone: null,
    });
    expect(await listRequests('POST /user/repos')).toHaveLength(1);
  });

  test('a branch that keeps its name leaves the repository, and says so', async () => {
    await user.control.fault('forbidden', { match: '/rename' });
    const answer = await create({ defaultBranch: 'trunk' });
    expect(await answer.json()).toMatchObject({
      repository: { name: 'weather', defaultBranch: 'main' },
      undone: 'branch',
    });
  });

  test.for([
    ['primary_limit', '', 429, 'urn:mcp-builder:github-limited'],
    ['secondary_limit', '', 429, 'urn:mcp-builder:github-limited'],
    ['secondary_limit', 'POST /user/repos', 429, 'urn:mcp-builder:github-limited'],
    ['unavailable', 'POST /user/repos', 503, 'urn:mcp-builder:github-unavailable'],
  ] as const)('%s of “%s” is told, and nothing is half done', async ([kind, match, ...rest]) => {
    const [status, type] = rest;
    const { control } = user;
    await control.fault(kind, { match, times: 20, seconds: 40 });
    const answer = match === '' ? await user.get(LIST) : await create();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ type });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await control.clearFaults();
    expect(await listAll()).not.toContain('octo-dev/weather');
    expect((await create()).status).toBe(201);
    expect(await listAll()).toContain('octo-dev/weather');
  });

  test('a revoked connection asks to reconnect', async () => {
    await user.control.revoke();
    const answer = await user.get(LIST);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ type: 'urn:mcp-builder:github-reconnect' });
  });
});

describe('with an OAuth App', () => {
  beforeEach(async () => {
    user = await openGithubUser('repositories_oauth', 'oauth-app');
  });

  test('all repositories of the user are listed, page by page, and searched where they are many', async () => {
    const { control } = user;
    await control.addOwner({ login: 'friend' });
    await control.addRepository({
      owner: 'friend',
      name: 'together',
      files: {},
      collaborators: { 'octo-dev': 'write' },
    });
    expect(await listAll()).toContain('friend/together');
    await control.fill({ owner: 'octo-dev', count: 450, prefix: 'service', isPrivate: true });
    const all = await listAll({ fresh: '1' });
    expect(all).toHaveLength(new Set(all).size);
    expect(all.filter((name) => name.startsWith('octo-dev/service-'))).toHaveLength(450);
    expect(all).toContain('friend/together');
    const found = await list({ query: 'service-17' });
    expect(found.repositories.map(({ name }) => name)).toContain('service-17');
    const named = await list({ query: 'https://github.com/friend/together' });
    expect(named.repositories.map(({ owner, name }) => `${owner}/${name}`)).toEqual([
      'friend/together',
    ]);
    expect(named.grantUrl).toBe(
      'https://github.com/settings/connections/applications/Ov23.emulator_repositories_oauth',
    );
    const { owners } = await user.json<OwnerList>(`${LIST}/owners`);
    expect(owners.map(({ login }) => login)).toEqual(['octo-dev', 'octo-org']);
  });
});
