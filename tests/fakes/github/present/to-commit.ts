import { listOwners } from '../find-repository.ts';
import { readCommit, type Signature } from '../git/commits.ts';
import type { Site } from '../operation.ts';
import type { Owner, Repository, World } from '../world.ts';

import { nodeId, toSimpleUser } from './to-owner.ts';

/** GitHub does not look at signatures here. */
export const VERIFICATION = {
  verified: false,
  reason: 'unsigned',
  signature: null,
  payload: null,
  verified_at: null,
};

/** Schema `commit`, without its files. */
export function toCommit({ world, at }: Site, repository: Repository, sha: string) {
  const commit = readCommit(repository, sha);
  if (commit === null) throw new Error(`no commit ${sha}`);
  const url = `${at.api}/repos/${repository.owner}/${repository.name}`;
  const html = `${at.web}/${repository.owner}/${repository.name}/commit`;
  const person = (by: Signature) => {
    const owner = findByEmail(world, by.email);
    return owner === null ? null : toSimpleUser(owner, at);
  };
  return {
    sha,
    node_id: nodeId('Commit', repository.id),
    url: `${url}/commits/${sha}`,
    html_url: `${html}/${sha}`,
    comments_url: `${url}/commits/${sha}/comments`,
    commit: {
      url: `${url}/git/commits/${sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
      comment_count: 0,
      verification: VERIFICATION,
    },
    author: person(commit.author),
    committer: person(commit.committer),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${url}/commits/${parent}`,
      html_url: `${html}/${parent}`,
    })),
  };
}

/** Whose address it is: their own, or the one that GitHub gives to each. */
function findByEmail(world: World, email: string): Owner | null {
  const [, , login] = /^(\d+\+)?([\w-]+)@users\.noreply\.github\.com$/.exec(email) ?? [];
  const isMeant = (owner: Owner) =>
    owner.email === email || (login !== undefined && owner.login === login);
  return listOwners(world).find(isMeant) ?? null;
}
