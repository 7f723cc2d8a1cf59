import { askGithub } from '#app/github/asking/ask-github.server.ts';
import type { GithubFailure } from '#app/github/asking/github-failure.ts';
import type { OpenRepository } from '#app/github/links/open-repository.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { loadVersion } from '#app/projects/version-store.server.ts';

import type { PushedFile } from './compare-files.ts';
import { toBlobSha } from './git-sha.ts';
import type { GitTree } from './git-tree.ts';
import { loadText } from './load-text.server.ts';
import { loadVersionFiles } from './load-version-files.server.ts';
import { MANIFEST_PATH, readManifest } from './manifest.ts';

/** A version that is in a repository. */
export interface PushedVersion {
  project: string;
  version: number;
  /** The commit that we have made of it; null: not known. */
  commit: string | null;
}

/**
 * The files that were generated for an earlier version, by path. The manifest of the branch is not asked, since
 * anybody may have changed it: the version itself tells, and the manifest in the commit that we made of it, which
 * knows the saved tests of that time.
 *
 * @param tree of the branch now
 */
export async function loadPushedFiles(
  app: AppContext,
  repository: OpenRepository,
  pushed: PushedVersion,
  tree: GitTree,
): Promise<Result<Map<string, PushedFile>, GithubFailure>> {
  const noted =
    pushed.commit === null ? succeed(null) : await loadManifest(app, repository, pushed.commit);
  if (!noted.ok) return noted;
  const known = await loadGenerated(app, pushed, tree);
  if (noted.value === null) return succeed(known);
  const { manifest, sha: ownSha } = noted.value;
  const shas = [...Object.entries(manifest.files), [MANIFEST_PATH, ownSha] as const];
  return succeed(
    new Map(
      shas.map(([path, sha]) => {
        const same = known.get(path);
        return [path, same?.sha === sha ? same : { sha, crlfSha: null }];
      }),
    ),
  );
}

/** The files that the version has now: its saved tests may be others than when it was pushed. */
async function loadGenerated(
  app: AppContext,
  pushed: PushedVersion,
  tree: GitTree,
): Promise<Map<string, PushedFile>> {
  const version = await loadVersion(app.env.DB, pushed.project, pushed.version);
  const files = version === null ? [] : await loadVersionFiles(app, version);
  const known = new Map<string, PushedFile>();
  for (const { path, text, sha } of files) {
    const there = tree.find(path)?.sha;
    const isOther = there !== undefined && there !== sha;
    known.set(path, { sha, crlfSha: isOther ? await toBlobSha(toCrlf(text)) : null });
  }
  return known;
}

/** A text with Windows' ends of lines. */
export function toCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}

type FoundManifest = { sha: string; manifest: NonNullable<ReturnType<typeof readManifest>> };

/** The manifest in a commit of ours; null: the commit is gone. */
async function loadManifest(
  app: AppContext,
  repository: OpenRepository,
  ref: string,
): Promise<Result<FoundManifest | null, GithubFailure>> {
  const { octokit, owner, repo } = repository;
  const found = await askGithub(app, () =>
    octokit.request('GET /repos/{owner}/{repo}/contents/{path}', {
      owner,
      repo,
      path: MANIFEST_PATH,
      ref,
    }),
  );
  if (!found.ok) return found.reason === 'githubMissing' ? succeed(null) : found;
  if (Array.isArray(found.value.data)) return succeed(null);
  const { sha } = found.value.data;
  const text = await loadText(app, repository, sha);
  if (!text.ok) return text.reason === 'githubMissing' ? succeed(null) : text;
  const manifest = text.value === null ? null : readManifest(text.value);
  return succeed(manifest && { sha, manifest });
}
