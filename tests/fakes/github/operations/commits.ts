import { requireRepository } from '../access.ts';
import { compare, leavesOf, listChanges } from '../git/compare.ts';
import { listHistory, readCommit } from '../git/commits.ts';
import { findCommit, isEmpty } from '../git/find-commit.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { answerPage, listPage } from '../list-page.ts';
import { ok, type Call, type Operation } from '../operation.ts';
import { toChangedFile } from '../present/to-changed-file.ts';
import { toCommit } from '../present/to-commit.ts';
import { toSimplePull } from '../present/to-pull.ts';
import type { Repository } from '../world.ts';

import { addressOf } from './git-blobs.ts';

const BASE = '/repos/{owner}/{repo}';

export const historyOperations: Operation[] = [
  { method: 'GET', path: `${BASE}/commits`, run: list },
  { method: 'GET', path: `${BASE}/commits/{ref}`, run: read },
  { method: 'GET', path: `${BASE}/compare/{basehead}`, run: compareTwo },
  {
    method: 'GET',
    path: `${BASE}/commits/{commit_sha}/pulls`,
    run: (call) => {
      const repository = requireRepository(call);
      const sha = requireCommit(repository, call.path['commit_sha'] ?? '');
      const about = repository.pulls.filter(
        ({ headSha, mergeSha }) =>
          mergeSha === sha || listHistory(repository, headSha).includes(sha),
      );
      const path = `/repos/${repository.owner}/${repository.name}/commits/${sha}/pulls`;
      return answerPage(call, path, about, (pull) => toSimplePull(call, repository, pull));
    },
  },
];

/** A commit by any of its names. */
export function requireCommit(repository: Repository, name: string): string {
  if (isEmpty(repository)) throw refusal(409, 'Git Repository is empty.');
  const sha = findCommit(repository, name);
  if (sha === null) throw refusal(422, `No commit found for SHA: ${name}`);
  return sha;
}

function list(call: Call) {
  const repository = requireRepository(call);
  const { query } = call;
  if (isEmpty(repository)) throw refusal(409, 'Git Repository is empty.');
  const from = findCommit(repository, query.get('sha') ?? repository.defaultBranch);
  if (from === null) throw notFound();
  const about = query.get('path');
  const all = listHistory(repository, from).filter(
    (sha) => about === null || touches(repository, sha, about),
  );
  const path = `/repos/${repository.owner}/${repository.name}/commits`;
  return answerPage(call, path, all, (sha) => toCommit(call, repository, sha));
}

function changesOf(repository: Repository, sha: string) {
  const parent = readCommit(repository, sha)?.parents[0] ?? null;
  return listChanges(repository, leavesOf(repository, parent), leavesOf(repository, sha));
}

function touches(repository: Repository, sha: string, about: string): boolean {
  const isAbout = (path: string) => path === about || path.startsWith(`${about}/`);
  return changesOf(repository, sha).some(({ path }) => isAbout(path));
}

function read(call: Call) {
  const repository = requireRepository(call);
  const sha = requireCommit(repository, call.path['ref'] ?? '');
  if (call.accept.includes('sha')) return { status: 200, text: Buffer.from(sha) };
  const files = changesOf(repository, sha);
  const additions = files.reduce((sum, each) => sum + each.additions, 0);
  const deletions = files.reduce((sum, each) => sum + each.deletions, 0);
  return ok({
    ...toCommit(call, repository, sha),
    stats: { additions, deletions, total: additions + deletions },
    files: files.map(toChangedFile(call, repository, sha)),
  });
}

const MOST_FILES = 300;

function compareTwo(call: Call) {
  const repository = requireRepository(call);
  const names = (call.path['basehead'] ?? '')
    .split('...')
    .map((name) => name.replace(/^[^:/]+:/, ''));
  const [base = '', head = ''] = names.map((name) => findCommit(repository, name) ?? '');
  if (base === '' || head === '') throw notFound();
  const { mergeBase, commits, behind, files } = compare(repository, base, head);
  if (mergeBase === null) {
    throw refusal(404, `No common ancestor between ${names[0]} and ${names[1]}.`);
  }
  const ahead = commits.length;
  const status =
    ahead > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical';
  const path = `/repos/${repository.owner}/${repository.name}/compare/${names.join('...')}`;
  const { items, headers } = listPage(call, path, commits);
  const html = `${call.at.web}/${repository.owner}/${repository.name}/compare/${names.join('...')}`;
  const body = {
    url: `${addressOf(call.at.api, repository)}/compare/${names.join('...')}`,
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: toCommit(call, repository, base),
    merge_base_commit: toCommit(call, repository, mergeBase),
    status,
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: items.map((sha) => toCommit(call, repository, sha)),
    files: files.slice(0, MOST_FILES).map(toChangedFile(call, repository, head)),
  };
  return { status: 200, body, headers };
}
