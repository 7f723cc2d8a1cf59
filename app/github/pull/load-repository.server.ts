import { isOfServer, type RepositoryFile } from '#app/blueprint/read-back/repository-file.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import { toBlobSha } from '#app/github/push/git-sha.ts';
import {
  DIRECTORY_MODE,
  isFile,
  LINK_MODE,
  type GitTree,
  type TreeEntry,
} from '#app/github/push/git-tree.ts';
import { toCrlf } from '#app/github/push/load-pushed-files.server.ts';
import { loadText } from '#app/github/push/load-text.server.ts';
import type { HashedFile } from '#app/github/push/compare-files.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';

/** Files that are loaded: GitHub is asked for each of them. */
const MAX_LOADED = 300;
/** Bytes of one file, and of all: a server of a thousand tools has as many. */
const MAX_FILE_BYTES = 6_000_000;
const MAX_BYTES = 20_000_000;
const AT_ONCE = 6;
const SOURCES = 'src/';

export type RepositoryFiles = Map<string, RepositoryFile>;

/**
 * Loads the files of a tree that tell of a server, as far as they differ from the generated ones; by the names that
 * git gives to contents, most are known without being loaded.
 */
export async function loadRepository(
  app: AppContext,
  repository: OpenRepository,
  generated: readonly HashedFile[],
  tree: GitTree,
): Promise<Result<RepositoryFiles, GithubFailure>> {
  const known = new Map(generated.map((file) => [file.path, file]));
  const files: RepositoryFiles = new Map();
  const edited: TreeEntry[] = [];
  for (const entry of listEntries(tree, generated)) {
    const file = known.get(entry.path);
    if (!isFile(entry)) {
      files.set(entry.path, { kind: 'unreadable', reason: describeMode(entry) });
    } else if (file && (await isAsGenerated(file, entry))) {
      files.set(entry.path, { kind: 'same' });
    } else {
      files.set(entry.path, { kind: 'other' });
      if (isOfServer(entry.path, known)) edited.push(entry);
    }
  }
  const loaded = await loadTexts(app, repository, edited, files);
  return loaded.ok ? succeed(files) : loaded;
}

/** Generated files that are there, and new modules. */
function listEntries(tree: GitTree, generated: readonly HashedFile[]): TreeEntry[] {
  const there = generated.flatMap(({ path }) => tree.find(path) ?? []);
  const paths = new Set(there.map(({ path }) => path));
  const modules = tree
    .listBelow(SOURCES)
    .filter(
      ({ path, mode }) => path.endsWith('.ts') && !paths.has(path) && mode !== DIRECTORY_MODE,
    );
  return [...there, ...modules];
}

async function isAsGenerated({ sha, text }: HashedFile, entry: TreeEntry): Promise<boolean> {
  return entry.sha === sha || entry.sha === (await toBlobSha(toCrlf(text)));
}

async function loadTexts(
  app: AppContext,
  repository: OpenRepository,
  edited: readonly TreeEntry[],
  files: RepositoryFiles,
): Promise<Result<null, GithubFailure>> {
  let room = MAX_BYTES;
  const wanted = edited.slice(0, MAX_LOADED).filter(({ size }) => {
    if (size > Math.min(room, MAX_FILE_BYTES)) return false;
    room -= size;
    return true;
  });
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const some = wanted.slice(start, start + AT_ONCE);
    const texts = await Promise.all(some.map(({ sha }) => loadText(app, repository, sha)));
    for (const [index, { path }] of some.entries()) {
      const text = texts[index];
      if (text === undefined) continue;
      if (!text.ok) return text;
      files.set(path, text.value === null ? NO_TEXT : { kind: 'text', text: text.value });
    }
  }
  return succeed(null);
}

const NO_TEXT: RepositoryFile = { kind: 'unreadable', reason: 'It is no text.' };

function describeMode({ mode }: TreeEntry): string {
  if (mode === LINK_MODE) return 'It is a symbolic link.';
  return mode === '160000' ? 'It is a submodule.' : 'It is a directory.';
}
