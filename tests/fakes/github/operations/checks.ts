import * as z from 'zod';

import { permissionAt, requireRepository, requireWritable } from '../access.ts';
import { addStatus } from '../add-checks.ts';
import { notAccessible } from '../github-refusal.ts';
import { answerPage, listPage } from '../list-page.ts';
import { created, ok, readBody, requireActor, type Call, type Operation } from '../operation.ts';
import { toCheckRun, toCheckSuite, toStatus } from '../present/to-checks.ts';
import { toRepository } from '../present/to-repository.ts';
import type { CommitStatus, Repository } from '../world.ts';

import { requireCommit } from './commits.ts';
import { addressOf } from './git-blobs.ts';

const BASE = '/repos/{owner}/{repo}';

export const checkOperations: Operation[] = [
  { method: 'GET', path: `${BASE}/commits/{ref}/check-runs`, run: listRuns },
  { method: 'GET', path: `${BASE}/commits/{ref}/check-suites`, run: listSuites },
  { method: 'GET', path: `${BASE}/commits/{ref}/status`, run: combine },
  {
    method: 'GET',
    path: `${BASE}/commits/{ref}/statuses`,
    run: (call) => {
      const { repository, sha } = requireAt(call, 'statuses');
      const own = repository.statuses.filter((each) => each.sha === sha).toReversed();
      const path = `/repos/${repository.owner}/${repository.name}/commits/${sha}/statuses`;
      return answerPage(call, path, own, (each) => toStatus(call, repository, each));
    },
  },
  { method: 'POST', path: `${BASE}/statuses/{sha}`, run: create },
];

/** The commit of a path, by an app that may read such things. */
function requireAt(call: Call, permission: 'checks' | 'statuses') {
  const repository = requireRepository(call);
  const isApp = call.actor?.token.app === 'github-app';
  const isOpen = !repository.isPrivate;
  if (isApp && !isOpen && permissionAt(call.world, repository, permission) === null) {
    throw notAccessible();
  }
  return { repository, sha: requireCommit(repository, call.path['ref'] ?? '') };
}

function listRuns(call: Call) {
  const { repository, sha } = requireAt(call, 'checks');
  const name = call.query.get('check_name');
  const all = repository.checkRuns.filter(
    (run) => run.sha === sha && (name === null || run.name === name),
  );
  const path = `/repos/${repository.owner}/${repository.name}/commits/${sha}/check-runs`;
  const { items, headers } = listPage(call, path, all.toReversed());
  const runs = items.map((run) => toCheckRun(call, repository, run));
  return { status: 200, body: { total_count: all.length, check_runs: runs }, headers };
}

function listSuites(call: Call) {
  const { repository, sha } = requireAt(call, 'checks');
  const all = repository.checkSuites.filter((suite) => suite.sha === sha);
  const path = `/repos/${repository.owner}/${repository.name}/commits/${sha}/check-suites`;
  const { items, headers } = listPage(call, path, all);
  const suites = items.map((suite) => toCheckSuite(call, repository, suite));
  return { status: 200, body: { total_count: all.length, check_suites: suites }, headers };
}

/** The newest status of each context. */
function latest({ statuses }: Repository, sha: string): CommitStatus[] {
  const own = statuses.filter((each) => each.sha === sha);
  return [...new Map(own.map((each) => [each.context, each])).values()];
}

function combine(call: Call) {
  const { repository, sha } = requireAt(call, 'statuses');
  const all = latest(repository, sha);
  const isBad = all.some(({ state }) => state === 'failure' || state === 'error');
  const isOver = all.length > 0 && all.every(({ state }) => state === 'success');
  const url = `${addressOf(call.at.api, repository)}/commits/${sha}`;
  return ok({
    state: isBad ? 'failure' : isOver ? 'success' : 'pending',
    statuses: all.map((each) => toStatus(call, repository, each)),
    sha,
    total_count: all.length,
    repository: toRepository(call.world, repository, call.at, call.actor),
    commit_url: url,
    url: `${url}/status`,
  });
}

const NewStatus = z.object({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  target_url: z.string().nullish(),
  description: z.string().nullish(),
  context: z.string().default('default'),
});

function create(call: Call) {
  const repository = requireWritable(call, 'statuses');
  const sha = requireCommit(repository, call.path['sha'] ?? '');
  const {
    state,
    context,
    description = null,
    target_url: targetUrl = null,
  } = readBody(NewStatus, call);
  const { login } = requireActor(call).user;
  const status = addStatus(call, repository, {
    sha,
    state,
    context,
    description,
    targetUrl,
    creator: login,
  });
  return created(toStatus(call, repository, status));
}
