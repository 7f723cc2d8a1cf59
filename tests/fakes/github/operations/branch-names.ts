import * as z from 'zod';

import { requireWritable } from '../access.ts';
import { readCommit } from '../git/commits.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { created, readBody, type Call, type Operation } from '../operation.ts';
import { nodeId } from '../present/to-owner.ts';
import type { Repository } from '../world.ts';

const Rename = z.object({ new_name: z.string() });

export const branchNameOperations: Operation[] = [
  { method: 'POST', path: '/repos/{owner}/{repo}/branches/{branch}/rename', run: rename },
];

function rename(call: Call) {
  const from = call.path['branch'] ?? '';
  const contents = requireWritable(call, 'contents');
  const isDefault = contents.defaultBranch === from;
  const repository = isDefault ? requireWritable(call, 'administration') : contents;
  const { new_name: to } = readBody(Rename, call);
  const [before, after] = [`refs/heads/${from}`, `refs/heads/${to}`];
  const { [before]: sha, ...others } = repository.refs;
  if (sha === undefined) throw notFound();
  if (Object.hasOwn(others, after)) throw refusal(422, `Branch already exists: ${to}`);
  repository.refs = { ...others, [after]: sha };
  if (isDefault) repository.defaultBranch = to;
  return created(toBranch(call, repository, to, sha));
}

/** Schema `branch-with-protection`. */
function toBranch({ at }: Call, repository: Repository, name: string, sha: string) {
  const path = `${repository.owner}/${repository.name}`;
  const url = `${at.api}/repos/${path}/branches/${name}`;
  return {
    name,
    commit: toCommit(at.api, path, repository, sha),
    _links: { html: `${at.web}/${path}/tree/${name}`, self: url },
    protected: false,
    protection: {},
    protection_url: `${url}/protection`,
  };
}

function toCommit(api: string, path: string, repository: Repository, sha: string) {
  const commit = readCommit(repository, sha);
  if (commit === null) throw notFound();
  const url = `${api}/repos/${path}/commits/${sha}`;
  return {
    sha,
    node_id: nodeId('Commit', repository.id),
    url,
    html_url: url,
    comments_url: `${url}/comments`,
    commit: {
      url,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url },
      comment_count: 0,
    },
    author: null,
    committer: null,
    parents: [],
  };
}
