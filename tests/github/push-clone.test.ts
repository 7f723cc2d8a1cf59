import { afterAll, beforeAll, expect, test } from 'vitest';

import { generate } from '#app/blueprint/generate/generate.ts';
import { openRepository } from '#app/github/links/open-repository.server.ts';
import { compareFiles } from '#app/github/push/compare-files.ts';
import { toBlobSha } from '#app/github/push/git-sha.ts';
import { GitTree } from '#app/github/push/git-tree.ts';
import { loadHead } from '#app/github/push/load-head.server.ts';
import { moveBranch } from '#app/github/push/move-branch.server.ts';
import { writeCommit } from '#app/github/push/write-commit.server.ts';
import { createLog } from '#app/platform/log.ts';
import { openOctokit } from '#app/github/asking/open-octokit.server.ts';

import { serveGithubPages } from '../fakes/github/answer-github.ts';
import { libraryBlueprint } from '../generate/library-blueprint.ts';
import { ProjectDirectory } from '../generate/project-directory.ts';
import { fetchGithub, openWorld } from './emulator/open-world.ts';

/** Each step runs npm, the compiler or a server. */
const STEP_MS = 180_000;

const world = openWorld('push_clone');
const app = { log: createLog({}, () => {}) };
const name = 'library';
let pages: Awaited<ReturnType<typeof serveGithubPages>>;
let folder: ProjectDirectory;

beforeAll(async () => {
  pages = await serveGithubPages();
  folder = await ProjectDirectory.create([]);
  await world.control.addRepository({ name, files: { 'notes/own.md': 'Mine\r\n' } });
});

afterAll(async () => {
  pages.close();
  await folder.remove();
});

test(
  'git clones a pushed project, which installs, builds and passes its own tests',
  { timeout: STEP_MS },
  async () => {
    const commit = await push();
    await folder.run(`git clone -q ${pages.origin}/octo-dev/${name}.git clone`);
    const clone = ProjectDirectory.at(`${folder.path}/clone`);
    expect((await clone.run('git rev-parse HEAD')).trim()).toBe(commit);
    await clone.run('git fsck --strict');
    expect(await clone.run('git log -1 --format=%an|%ae|%s')).toBe(
      'Octavia Dev|7+octo-dev@users.noreply.github.com|Version 1\n',
    );
    // Nothing of the user's is touched, and nothing else came.
    expect(await clone.run('git log -1 --format= --name-only --diff-filter=MD')).toBe('');
    await clone.run('npm ci --prefer-offline --no-audit --no-fund');
    await clone.run('npm run build');
    await clone.run('npm run build:tests');
    expect(await clone.run('npm test')).toMatch(/^(# |ℹ )fail 0$/m);
    // Names that git gives are ours: a clone that was built has no edits.
    expect(await clone.run('git status --porcelain')).toBe('');
  },
);

/** Pushes the library's project as a version of a project is; returns the commit. */
async function push(): Promise<string> {
  const { access_token: token } = await world.control.token();
  const { GITHUB_WEB_URL: webUrl, GITHUB_CLIENT_ID: clientId } = world.control.variables();
  const settings = { kind: 'github-app', clientId, clientSecret: '', slug: '', webUrl } as const;
  const octokit = await openOctokit(settings, token, (url, init) => fetchGithub(url, init));
  const connection = {
    uid: 'user',
    id: 'connection',
    githubId: 7,
    login: 'octo-dev',
    name: 'Octavia Dev',
    avatarUrl: null,
    expiresAt: null,
    scopes: '',
    revokedAt: null,
    connectedAt: 0,
  };
  const place = { owner: 'octo-dev', name };
  const repository = valueOf(await openRepository(app, { octokit, settings, connection }, place));
  const head = valueOf(await loadHead(app, repository, 'main'));
  if (head === null) throw new Error('The repository is empty.');
  const files = await Promise.all(
    generate(libraryBlueprint).map(async (file) => ({ ...file, sha: await toBlobSha(file.text) })),
  );
  const { steps } = compareFiles(files, new Map(), new GitTree([]));
  const made = { message: 'Version 1', at: Date.UTC(2026, 10, 26) };
  const commit = valueOf(await writeCommit(app, repository, head, steps, made));
  valueOf(await moveBranch(app, repository, 'main', commit));
  expect(await world.control.mismatches()).toEqual([]);
  return commit;
}

function valueOf<Value>(result: { ok: true; value: Value } | { ok: false; reason: string }): Value {
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}
