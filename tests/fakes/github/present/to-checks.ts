import { readCommit } from '../git/commits.ts';
import type { Site } from '../operation.ts';
import type { CheckRun, CheckSuite, CommitStatus, Repository } from '../world.ts';

import { nodeId, toSimpleUserOf } from './to-owner.ts';
import { toRepository } from './to-repository.ts';

const ACTIONS_ID = 15_368;

/** GitHub Actions, which runs all checks here. */
function toActionsApp({ world, at }: Site) {
  return {
    id: ACTIONS_ID,
    slug: 'github-actions',
    node_id: nodeId('App', ACTIONS_ID),
    owner: toSimpleUserOf(world, 'ghost', at),
    name: 'GitHub Actions',
    description: 'Automate your workflow from idea to production',
    external_url: 'https://help.github.com/en/actions',
    html_url: `${at.web}/apps/github-actions`,
    created_at: '2018-07-30T09:30:17Z',
    updated_at: '2024-04-10T20:33:16Z',
    permissions: { checks: 'write', contents: 'read', metadata: 'read' },
    events: [],
  };
}

const repositoryUrl = ({ at }: Site, { owner, name }: Repository) =>
  `${at.api}/repos/${owner}/${name}`;

/** Schema `check-run`. */
export function toCheckRun(site: Site, repository: Repository, run: CheckRun) {
  const url = repositoryUrl(site, repository);
  const page = `${site.at.web}/${repository.owner}/${repository.name}/runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.sha,
    external_id: '',
    url: `${url}/check-runs/${run.id}`,
    html_url: page,
    details_url: page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: null,
      summary: null,
      text: null,
      annotations_count: 0,
      annotations_url: `${url}/check-runs/${run.id}/annotations`,
    },
    check_suite: { id: run.suite },
    app: toActionsApp(site),
    pull_requests: [],
  };
}

/** What the runs of a suite come to: over when all are, and good when none is bad. */
export function summarize(runs: CheckRun[]): Pick<CheckRun, 'status' | 'conclusion'> {
  if (runs.length === 0) return { status: 'queued', conclusion: null };
  if (runs.some(({ status }) => status !== 'completed')) {
    return { status: 'in_progress', conclusion: null };
  }
  const isGood = ({ conclusion }: CheckRun) =>
    conclusion === 'success' || conclusion === 'neutral' || conclusion === 'skipped';
  const bad = runs.find((run) => !isGood(run));
  return { status: 'completed', conclusion: bad?.conclusion ?? 'success' };
}

/** Schema `check-suite`. */
export function toCheckSuite(site: Site, repository: Repository, suite: CheckSuite) {
  const url = repositoryUrl(site, repository);
  const runs = repository.checkRuns.filter((run) => run.suite === suite.id);
  const commit = readCommit(repository, suite.sha);
  return {
    id: suite.id,
    node_id: nodeId('CheckSuite', suite.id),
    head_branch: suite.branch,
    head_sha: suite.sha,
    ...summarize(runs),
    url: `${url}/check-suites/${suite.id}`,
    before: commit?.parents[0] ?? null,
    after: suite.sha,
    pull_requests: [],
    app: toActionsApp(site),
    repository: toRepository(site.world, repository, site.at, null),
    created_at: suite.createdAt,
    updated_at: suite.updatedAt,
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-suites/${suite.id}/check-runs`,
    head_commit: {
      id: suite.sha,
      tree_id: commit?.tree ?? '',
      message: commit?.message ?? '',
      timestamp: commit?.committer.date ?? suite.createdAt,
      author: { name: commit?.author.name ?? '', email: commit?.author.email ?? '' },
      committer: { name: commit?.committer.name ?? '', email: commit?.committer.email ?? '' },
    },
  };
}

/** Schema `status`. */
export function toStatus(site: Site, repository: Repository, status: CommitStatus) {
  const { id, sha, state, description, targetUrl, context, createdAt, creator } = status;
  return {
    url: `${repositoryUrl(site, repository)}/statuses/${sha}`,
    avatar_url: null,
    id,
    node_id: nodeId('Status', id),
    state,
    description,
    target_url: targetUrl,
    context,
    created_at: createdAt,
    updated_at: createdAt,
    creator: toSimpleUserOf(site.world, creator, site.at),
  };
}
