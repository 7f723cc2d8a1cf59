import * as z from 'zod';

import { requireRepository, requireWritable } from '../access.ts';
import { readCommit, writeCommit, type Commit } from '../git/commits.ts';
import { hasObject } from '../git/git-objects.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { created, ok, readBody, requireActor, type Call, type Operation } from '../operation.ts';
import { VERIFICATION } from '../present/to-commit.ts';
import { nodeId } from '../present/to-owner.ts';
import { toTime, type Repository } from '../world.ts';

import { addressOf, requireCommits } from './git-blobs.ts';

const Signature = z.object({ name: z.string(), email: z.string(), date: z.string().optional() });
const NewCommit = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
  author: Signature.optional(),
  committer: Signature.partial().optional(),
});

export const commitOperations: Operation[] = [
  { method: 'POST', path: '/repos/{owner}/{repo}/git/commits', run: create },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/git/commits/{commit_sha}',
    run: (call) => {
      const repository = requireCommits(requireRepository(call));
      const sha = call.path['commit_sha'] ?? '';
      const commit = readCommit(repository, sha);
      if (commit === null) throw notFound();
      return ok(toGitCommit(call, repository, sha, commit));
    },
  },
];

function create(call: Call) {
  const repository = requireCommits(requireWritable(call, 'contents'));
  const { user } = requireActor(call);
  const given = readBody(NewCommit, call);
  if (!hasObject(repository, given.tree, 'tree')) {
    throw refusal(422, 'Tree SHA does not exist');
  }
  for (const parent of given.parents) {
    if (!hasObject(repository, parent, 'commit')) {
      throw refusal(422, 'Parent SHA does not exist or is not a commit object');
    }
  }
  const own = {
    name: user.name ?? user.login,
    email: user.email ?? `${user.id}+${user.login}@users.noreply.github.com`,
    date: toTime(),
  };
  const author = { ...own, ...given.author };
  const committer = { ...author, ...given.committer };
  const { message, tree, parents } = given;
  const sha = writeCommit(repository, {
    message,
    tree,
    parents,
    author: { ...author, date: toDate(author.date) },
    committer: { ...committer, date: toDate(committer.date) },
  });
  const commit = readCommit(repository, sha);
  if (commit === null) throw new Error('a commit is not there');
  return created(toGitCommit(call, repository, sha, commit));
}

function toDate(text: string | undefined): string {
  const time = Date.parse(text ?? '');
  if (Number.isNaN(time)) throw refusal(422, 'Invalid date');
  return toTime(time);
}

/** Schema `git-commit`. */
export function toGitCommit({ at }: Call, repository: Repository, sha: string, commit: Commit) {
  const url = addressOf(at.api, repository);
  const html = `${at.web}/${repository.owner}/${repository.name}/commit`;
  return {
    sha,
    node_id: nodeId('Commit', repository.id),
    url: `${url}/git/commits/${sha}`,
    html_url: `${html}/${sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${url}/git/commits/${parent}`,
      html_url: `${html}/${parent}`,
    })),
    verification: VERIFICATION,
  };
}
