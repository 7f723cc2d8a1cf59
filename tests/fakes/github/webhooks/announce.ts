import { readCommit, listHistory } from '../git/commits.ts';
import { flattenTree } from '../git/trees.ts';
import { getOwner } from '../find-repository.ts';
import type { Site } from '../operation.ts';
import { toCheckRun, toCheckSuite } from '../present/to-checks.ts';
import { toCommit } from '../present/to-commit.ts';
import { toInstallation } from '../present/to-installation.ts';
import { nodeId, toOrganization, toSimpleUser } from '../present/to-owner.ts';
import { toPull } from '../present/to-pull.ts';
import type {
  CheckRun,
  CheckSuite,
  CommitStatus,
  Installation,
  Pull,
  Repository,
} from '../world.ts';

import { emit, emitToApp } from './emit.ts';

const NONE = '0'.repeat(40);
const MOST_COMMITS = 2_048;

/** A reference was made, moved or removed. */
export function announcePush(
  site: Site,
  repository: Repository,
  move: {
    ref: string;
    before: string | null;
    after: string | null;
    login: string;
    isForced: boolean;
  },
): void {
  const { ref, before, after, login } = move;
  const known = new Set(before === null ? [] : listHistory(repository, before));
  const fresh =
    after === null ? [] : listHistory(repository, after).filter((sha) => !known.has(sha));
  const commits = fresh
    .slice(0, MOST_COMMITS)
    .toReversed()
    .map((sha) => toPushedCommit(site, repository, sha));
  const web = `${site.at.web}/${repository.owner}/${repository.name}`;
  const owner = getOwner(site.world, login);
  emit(site, 'push', repository, login, {
    ref,
    before: before ?? NONE,
    after: after ?? NONE,
    created: before === null,
    deleted: after === null,
    forced: move.isForced,
    base_ref: null,
    compare: `${web}/compare/${before?.slice(0, 12) ?? ''}...${after?.slice(0, 12) ?? ''}`,
    commits,
    head_commit: after === null ? null : toPushedCommit(site, repository, after),
    pusher: { name: login, email: owner?.email ?? null },
  });
}

function toPushedCommit({ at }: Site, repository: Repository, sha: string) {
  const commit = readCommit(repository, sha);
  if (commit === null) throw new Error(`no commit ${sha}`);
  const files = flattenTree(repository, commit.tree);
  const [parent] = commit.parents;
  const before = flattenTree(
    repository,
    parent === undefined ? '' : (readCommit(repository, parent)?.tree ?? ''),
  );
  const person = ({ name, email, date }: typeof commit.author) => ({ name, email, date });
  return {
    id: sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${at.web}/${repository.owner}/${repository.name}/commit/${sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    added: [...files.keys()].filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !files.has(path)),
    modified: [...files].flatMap(([path, { sha: now }]) => {
      const then = before.get(path);
      return then !== undefined && then.sha !== now ? [path] : [];
    }),
  };
}

type PullAction = 'opened' | 'closed' | 'reopened' | 'synchronize' | 'edited';

export function announcePull(
  site: Site,
  repository: Repository,
  pull: Pull,
  action: PullAction,
  login: string,
  more: object = {},
): void {
  const body = { action, number: pull.number, ...more };
  emit(site, 'pull_request', repository, login, {
    ...body,
    pull_request: toPull(site, repository, pull),
  });
}

type RepositoryAction =
  | 'renamed'
  | 'transferred'
  | 'archived'
  | 'unarchived'
  | 'deleted'
  | 'privatized'
  | 'publicized'
  | 'created';

export function announceRepository(
  site: Site,
  repository: Repository,
  action: RepositoryAction,
  login: string,
  changes?: object,
): void {
  emit(site, 'repository', repository, login, { action, ...(changes ? { changes } : {}) });
}

/** Who owned a repository before. */
export function toFormerOwner({ world, at }: Site, login: string) {
  const owner = getOwner(world, login);
  if (owner === null) throw new Error(`no owner ${login}`);
  const from =
    owner.kind === 'Organization'
      ? { organization: toOrganization(owner, at) }
      : { user: toSimpleUser(owner, at) };
  return { owner: { from } };
}

export function announceInstallation(
  site: Site,
  installation: Installation,
  action: 'created' | 'deleted' | 'suspend' | 'unsuspend',
  login: string,
): void {
  const { world, at } = site;
  emitToApp(site, 'installation', login, {
    action,
    installation: toInstallation(world, installation, at),
    repositories: toNames(site, installation.selected ?? []),
    requester: null,
  });
}

/** Repositories came to an installation, or went. */
export function announceSelection(
  site: Site,
  installation: Installation,
  { added, removed }: { added: number[]; removed: number[] },
  login: string,
): void {
  if (added.length + removed.length === 0) return;
  const { world, at } = site;
  emitToApp(site, 'installation_repositories', login, {
    action: removed.length > 0 ? 'removed' : 'added',
    installation: toInstallation(world, installation, at),
    repository_selection: installation.selected === null ? 'all' : 'selected',
    repositories_added: toNames(site, added),
    repositories_removed: toNames(site, removed),
    requester: null,
  });
}

function toNames({ world }: Site, ids: number[]) {
  return ids.flatMap((id) => {
    const found = world.repositories[id];
    if (!found) return [];
    const { owner, name, isPrivate } = found;
    const whole = `${owner}/${name}`;
    return [{ id, node_id: nodeId('Repository', id), name, full_name: whole, private: isPrivate }];
  });
}

export function announceRevocation(site: Site, login: string): void {
  emitToApp(site, 'github_app_authorization', login, { action: 'revoked' });
}

export function announceSuite(
  site: Site,
  repository: Repository,
  suite: CheckSuite,
  action: 'requested' | 'completed',
): void {
  const shown = toCheckSuite(site, repository, suite);
  const body = { action, check_suite: shown };
  emit(site, 'check_suite', repository, repository.owner, body);
}

export function announceRun(
  site: Site,
  repository: Repository,
  run: CheckRun,
  action: 'created' | 'completed',
): void {
  const body = { action, check_run: toCheckRun(site, repository, run) };
  emit(site, 'check_run', repository, repository.owner, body);
}

export function announceStatus(site: Site, repository: Repository, status: CommitStatus): void {
  const { id, sha, context, description, state, targetUrl, createdAt } = status;
  emit(site, 'status', repository, status.creator, {
    id,
    sha,
    name: `${repository.owner}/${repository.name}`,
    target_url: targetUrl,
    context,
    description,
    state,
    commit: toCommit(site, repository, sha),
    branches: Object.entries(repository.refs).flatMap(([ref, head]) => {
      if (head !== sha || !ref.startsWith('refs/heads/')) return [];
      const url = `${site.at.api}/repos/${repository.owner}/${repository.name}/commits/${sha}`;
      return [{ name: ref.slice('refs/heads/'.length), commit: { sha, url }, protected: false }];
    }),
    created_at: createdAt,
    updated_at: createdAt,
    avatar_url: null,
  });
}
