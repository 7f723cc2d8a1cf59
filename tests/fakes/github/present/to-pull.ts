import { compare } from '../git/compare.ts';
import type { Site } from '../operation.ts';
import type { Pull, Repository } from '../world.ts';

import { nodeId, toSimpleUserOf } from './to-owner.ts';
import { toRepository } from './to-repository.ts';

/** Schema `pull-request-simple`, which lists have. */
export function toSimplePull(site: Site, repository: Repository, pull: Pull) {
  const { world, at } = site;
  const { owner, name } = repository;
  const url = `${at.api}/repos/${owner}/${name}/pulls/${pull.number}`;
  const issue = `${at.api}/repos/${owner}/${name}/issues/${pull.number}`;
  const html = `${at.web}/${owner}/${name}/pull/${pull.number}`;
  const statuses = `${at.api}/repos/${owner}/${name}/statuses/${pull.headSha}`;
  const addresses = {
    comments_url: `${issue}/comments`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${at.api}/repos/${owner}/${name}/pulls/comments{/number}`,
    commits_url: `${url}/commits`,
    statuses_url: statuses,
  };
  const branch = (ref: string, sha: string) => ({
    label: `${owner}:${ref}`,
    ref,
    sha,
    user: toSimpleUserOf(world, owner, at),
    repo: toRepository(world, repository, at, null),
  });
  return {
    id: pull.id,
    node_id: nodeId('PullRequest', pull.id),
    number: pull.number,
    url,
    html_url: html,
    issue_url: issue,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    ...addresses,
    state: pull.state,
    locked: false,
    active_lock_reason: null,
    title: pull.title,
    body: pull.body,
    user: toSimpleUserOf(world, pull.author, at),
    labels: [],
    milestone: null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    draft: pull.isDraft,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeSha,
    head: branch(pull.head, pull.headSha),
    base: branch(pull.base, pull.baseSha),
    author_association: 'OWNER',
    auto_merge: null,
    _links: {
      self: { href: url },
      html: { href: html },
      issue: { href: issue },
      comments: { href: addresses.comments_url },
      review_comments: { href: addresses.review_comments_url },
      review_comment: { href: addresses.review_comment_url },
      commits: { href: addresses.commits_url },
      statuses: { href: statuses },
    },
  };
}

/** Schema `pull-request`. */
export function toPull(site: Site, repository: Repository, pull: Pull) {
  const { commits, files, isMergeable } = compare(repository, pull.baseSha, pull.headSha);
  const isOpen = pull.state === 'open';
  const by = pull.mergedBy;
  return {
    ...toSimplePull(site, repository, pull),
    merged: pull.mergedAt !== null,
    mergeable: isOpen ? isMergeable : null,
    rebaseable: isOpen ? isMergeable : null,
    mergeable_state: toMergeableState(repository, pull, isMergeable),
    merged_by: by === null ? null : toSimpleUserOf(site.world, by, site.at),
    comments: 0,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: commits.length,
    additions: files.reduce((sum, { additions }) => sum + additions, 0),
    deletions: files.reduce((sum, { deletions }) => sum + deletions, 0),
    changed_files: files.length,
  };
}

function toMergeableState({ protections }: Repository, pull: Pull, isMergeable: boolean): string {
  if (pull.state === 'closed') return 'unknown';
  if (!isMergeable) return 'dirty';
  return protections[pull.base] === undefined ? 'clean' : 'blocked';
}
