import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { toBase64, toUtf8 } from '#app/platform/text/encoding.ts';

import type { FileStep } from './compare-files.ts';
import { FILE_MODE } from './git-tree.ts';
import type { BranchHead } from './load-head.server.ts';
import { toCrlf } from './load-pushed-files.server.ts';

/** Bounds of one request that makes a tree; a larger one is made in several, each on top of the one before. */
const MAX_ENTRIES = 500;
const MAX_CHARACTERS = 1_000_000;

/** A commit to make; with the same values it is the same commit, so that a second attempt makes no second one. */
export interface NewCommit {
  message: string;
  /** Milliseconds since 1970. */
  at: number;
}

interface NewEntry {
  path: string;
  mode: '100644' | '100755';
  type: 'blob';
  content?: string;
  sha?: string | null;
}

/** Makes a commit on top of another one, which no branch has yet, and returns its name. */
export async function writeCommit(
  app: Pick<AppContext, 'log'>,
  repository: OpenRepository,
  head: BranchHead,
  steps: readonly FileStep[],
  { message, at }: NewCommit,
): Promise<Result<string, GithubFailure>> {
  const tree = await writeTree(app, repository, head.tree, steps);
  if (!tree.ok) return tree;
  const { octokit, owner, repo } = repository;
  const made = await askGithub(app, () =>
    octokit.request('POST /repos/{owner}/{repo}/git/commits', {
      owner,
      repo,
      message,
      tree: tree.value,
      parents: [head.commit],
      author: toAuthor(repository, at),
    }),
  );
  return made.ok ? succeed(made.value.data.sha) : made;
}

/** Puts a first file into an empty repository, whose Git data GitHub does not take before. */
export async function beginRepository(
  app: Pick<AppContext, 'log'>,
  repository: OpenRepository,
  branch: string,
  { path, text }: { path: string; text: string },
  { message, at }: NewCommit,
): Promise<Result<unknown, GithubFailure>> {
  const { octokit, owner, repo } = repository;
  return askGithub(app, () =>
    octokit.request('PUT /repos/{owner}/{repo}/contents/{path}', {
      owner,
      repo,
      path,
      message,
      content: toBase64(toUtf8(text)),
      ...(branch === repository.defaultBranch ? {} : { branch }),
      author: toAuthor(repository, at),
    }),
  );
}

/** The user, under the address that GitHub gives to everybody, which tells nothing else. */
function toAuthor({ connection }: OpenRepository, at: number) {
  const { githubId, login, name } = connection;
  const email = `${githubId}+${login}@users.noreply.github.com`;
  return { name: name || login, email, date: new Date(at).toISOString() };
}

async function writeTree(
  app: Pick<AppContext, 'log'>,
  repository: OpenRepository,
  base: string,
  steps: readonly FileStep[],
): Promise<Result<string, GithubFailure>> {
  const { octokit, owner, repo } = repository;
  let base_tree = base;
  for (const some of inRequests(steps)) {
    const tree: NewEntry[] = [];
    for (const step of some) {
      const entries = await toEntries(app, repository, step);
      if (!entries.ok) return entries;
      tree.push(...entries.value);
    }
    const made = await askGithub(app, () =>
      octokit.request('POST /repos/{owner}/{repo}/git/trees', { owner, repo, base_tree, tree }),
    );
    if (!made.ok) return made;
    base_tree = made.value.data.sha;
  }
  return succeed(base_tree);
}

function* inRequests(steps: readonly FileStep[]): Generator<FileStep[]> {
  let some: FileStep[] = [];
  let characters = 0;
  for (const step of steps) {
    const size = step.text?.length ?? 0;
    const isFull = some.length >= MAX_ENTRIES || characters + size > MAX_CHARACTERS;
    if (some.length > 0 && isFull) {
      yield some;
      [some, characters] = [[], 0];
    }
    some.push(step);
    characters += size;
  }
  if (some.length > 0) yield some;
}

/** The entries of a step: of a file that takes another one's place, that goes too. */
async function toEntries(
  app: Pick<AppContext, 'log'>,
  repository: OpenRepository,
  { path, text, mode, hasCrlf, existing }: FileStep,
): Promise<Result<NewEntry[], GithubFailure>> {
  const entry = { path, mode: mode === '100755' ? mode : FILE_MODE, type: 'blob' } as const;
  if (text === null) return succeed([{ ...entry, sha: null }]);
  const isTwin = existing !== null && existing.path !== path;
  const gone: NewEntry[] = isTwin ? [{ ...entry, path: existing.path, sha: null }] : [];
  const content = hasCrlf ? toCrlf(text) : text;
  if (content.length <= MAX_CHARACTERS && content.isWellFormed()) {
    return succeed([...gone, { ...entry, content }]);
  }
  const { octokit, owner, repo } = repository;
  const blob = await askGithub(app, () =>
    octokit.request('POST /repos/{owner}/{repo}/git/blobs', {
      owner,
      repo,
      content: toBase64(toUtf8(content)),
      encoding: 'base64',
    }),
  );
  return blob.ok ? succeed([...gone, { ...entry, sha: blob.value.data.sha }]) : blob;
}
