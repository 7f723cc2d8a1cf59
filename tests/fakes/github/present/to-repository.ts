import { rightsOf } from '../access.ts';
import type { Addresses, Actor } from '../operation.ts';
import type { Repository, World } from '../world.ts';

import { nodeId, toSimpleUserOf } from './to-owner.ts';

/** Addresses below a repository's own, by the name of their field. */
const BELOW = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
};

export const LICENSES: Record<string, { name: string; spdx: string }> = {
  'agpl-3.0': { name: 'GNU Affero General Public License v3.0', spdx: 'AGPL-3.0' },
  'apache-2.0': { name: 'Apache License 2.0', spdx: 'Apache-2.0' },
  'bsd-2-clause': { name: 'BSD 2-Clause "Simplified" License', spdx: 'BSD-2-Clause' },
  'bsd-3-clause': { name: 'BSD 3-Clause "New" or "Revised" License', spdx: 'BSD-3-Clause' },
  'bsl-1.0': { name: 'Boost Software License 1.0', spdx: 'BSL-1.0' },
  'cc0-1.0': { name: 'Creative Commons Zero v1.0 Universal', spdx: 'CC0-1.0' },
  'epl-2.0': { name: 'Eclipse Public License 2.0', spdx: 'EPL-2.0' },
  'gpl-2.0': { name: 'GNU General Public License v2.0', spdx: 'GPL-2.0' },
  'gpl-3.0': { name: 'GNU General Public License v3.0', spdx: 'GPL-3.0' },
  isc: { name: 'ISC License', spdx: 'ISC' },
  'lgpl-2.1': { name: 'GNU Lesser General Public License v2.1', spdx: 'LGPL-2.1' },
  mit: { name: 'MIT License', spdx: 'MIT' },
  'mpl-2.0': { name: 'Mozilla Public License 2.0', spdx: 'MPL-2.0' },
  unlicense: { name: 'The Unlicense', spdx: 'Unlicense' },
};

function toLicense(key: string | null, { api }: Addresses) {
  const license = key === null ? undefined : LICENSES[key];
  if (key === null || license === undefined) return null;
  return {
    key,
    name: license.name,
    spdx_id: license.spdx,
    url: `${api}/licenses/${key}`,
    node_id: nodeId('License', 1),
  };
}

/** What one repository is for one user: schema `repository`, which lists have. */
export function toRepository(
  world: World,
  repository: Repository,
  at: Addresses,
  actor: Actor | null,
) {
  const { owner, name, id, isPrivate } = repository;
  const url = `${at.api}/repos/${owner}/${name}`;
  const html = `${at.web}/${owner}/${name}`;
  const below = Object.fromEntries(
    Object.entries(BELOW).map(([field, path]) => [field, `${url}${path}`]),
  );
  const open = repository.pulls.filter(({ state }) => state === 'open').length;
  return {
    id,
    node_id: nodeId('Repository', id),
    name,
    full_name: `${owner}/${name}`,
    private: isPrivate,
    owner: toSimpleUserOf(world, owner, at),
    html_url: html,
    description: repository.description,
    fork: false,
    url,
    ...below,
    git_url: `git:${html.slice(html.indexOf('//'))}.git`,
    ssh_url: `git@github.com:${owner}/${name}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    homepage: repository.homepage,
    mirror_url: null,
    language: repository.language,
    license: toLicense(repository.license, at),
    ...FIXED,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: Object.keys(repository.objects).length,
    open_issues: open,
    open_issues_count: open,
    default_branch: repository.defaultBranch,
    archived: repository.isArchived,
    visibility: isPrivate ? 'private' : 'public',
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    pushed_at: repository.pushedAt ?? repository.createdAt,
    ...toPermissions(world, repository, actor),
  };
}

function toPermissions(world: World, repository: Repository, actor: Actor | null) {
  if (actor === null) return {};
  const rights = rightsOf(world, actor.user.login, repository);
  const [pull, push, admin] = (['pull', 'push', 'admin'] as const).map((each) =>
    rights.includes(each),
  );
  return { permissions: { admin, maintain: admin, push, triage: push, pull } };
}

/** Nothing here has other settings. */
const FIXED = {
  is_template: false,
  topics: [],
  has_issues: true,
  has_projects: true,
  has_wiki: true,
  has_pages: false,
  has_downloads: true,
  has_discussions: false,
  disabled: false,
  allow_forking: true,
  web_commit_signoff_required: false,
};

/** Schema `full-repository`, which a single one has. */
export function toFullRepository(...given: Parameters<typeof toRepository>) {
  return {
    ...toRepository(...given),
    network_count: 0,
    subscribers_count: 1,
    allow_squash_merge: true,
    allow_merge_commit: true,
    allow_rebase_merge: true,
    allow_auto_merge: false,
    delete_branch_on_merge: false,
  };
}
