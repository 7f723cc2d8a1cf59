import * as z from 'zod';

import { requireRepository, requireWritable } from '../access.ts';
import { compare } from '../git/compare.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { answerPage } from '../list-page.ts';
import { mergePull } from '../merge-pull.ts';
import { closePull } from '../move-branch.ts';
import { openPull } from '../open-pull.ts';
import { created, ok, readBody, requireActor, type Call, type Operation } from '../operation.ts';
import { toChangedFile } from '../present/to-changed-file.ts';
import { toCommit } from '../present/to-commit.ts';
import { toPull, toSimplePull } from '../present/to-pull.ts';
import { announcePull } from '../webhooks/announce.ts';
import { toTime, type Pull, type Repository } from '../world.ts';

const BASE = '/repos/{owner}/{repo}/pulls';

export const pullOperations: Operation[] = [
  { method: 'GET', path: BASE, run: list },
  { method: 'POST', path: BASE, run: create },
  {
    method: 'GET',
    path: `${BASE}/{pull_number}`,
    run: (call) => {
      const repository = requireRepository(call);
      return ok(toPull(call, repository, requirePull(call, repository)));
    },
  },
  { method: 'PATCH', path: `${BASE}/{pull_number}`, run: change },
  { method: 'PUT', path: `${BASE}/{pull_number}/merge`, run: merge },
  {
    method: 'GET',
    path: `${BASE}/{pull_number}/files`,
    run: (call) => {
      const repository = requireRepository(call);
      const pull = requirePull(call, repository);
      const { files } = compare(repository, pull.baseSha, pull.headSha);
      const present = toChangedFile(call, repository, pull.headSha);
      return answerPage(call, pathOf(repository, `/${pull.number}/files`), files, present);
    },
  },
  {
    method: 'GET',
    path: `${BASE}/{pull_number}/commits`,
    run: (call) => {
      const repository = requireRepository(call);
      const pull = requirePull(call, repository);
      const { commits } = compare(repository, pull.baseSha, pull.headSha);
      const path = pathOf(repository, `/${pull.number}/commits`);
      return answerPage(call, path, commits, (sha) => toCommit(call, repository, sha));
    },
  },
];

const pathOf = ({ owner, name }: Repository, more = '') => `/repos/${owner}/${name}/pulls${more}`;

function requirePull({ path }: Call, repository: Repository): Pull {
  const found = repository.pulls.find(({ number }) => String(number) === path['pull_number']);
  if (found === undefined) throw notFound();
  return found;
}

function list(call: Call) {
  const repository = requireRepository(call);
  const { query } = call;
  const state = query.get('state') ?? 'open';
  const head = query.get('head')?.replace(/^[^:]+:/, '');
  const base = query.get('base');
  const found = repository.pulls.filter(
    (pull) =>
      (state === 'all' || pull.state === state) &&
      (head === undefined || pull.head === head) &&
      (base === null || pull.base === base),
  );
  return answerPage(call, pathOf(repository), found.toReversed(), (pull) =>
    toSimplePull(call, repository, pull),
  );
}

const NewPull = z.object({
  title: z.string().min(1),
  body: z.string().nullish(),
  head: z.string(),
  base: z.string(),
  draft: z.boolean().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

function create(call: Call) {
  const repository = requireWritable(call, 'pull_requests');
  const { body = null, draft: isDraft = false, ...rest } = readBody(NewPull, call);
  const { login } = requireActor(call).user;
  const pull = openPull(call, repository, { ...rest, body, isDraft }, login);
  return created(toPull(call, repository, pull));
}

const Change = z.object({
  title: z.string().optional(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']).optional(),
  base: z.string().optional(),
});

function change(call: Call) {
  const repository = requireWritable(call, 'pull_requests');
  const pull = requirePull(call, repository);
  const { login } = requireActor(call).user;
  const given = readBody(Change, call);
  pull.title = given.title ?? pull.title;
  pull.body = given.body === undefined ? pull.body : given.body;
  pull.updatedAt = toTime();
  if (given.title !== undefined || given.body !== undefined) {
    announcePull(call, repository, pull, 'edited', login, { changes: {} });
  }
  if (given.state === 'closed' && pull.state === 'open') {
    closePull(call, repository, pull, login, null);
  }
  if (given.state === 'open' && pull.state === 'closed') reopen(call, repository, pull, login);
  return ok(toPull(call, repository, pull));
}

function reopen(call: Call, repository: Repository, pull: Pull, login: string): void {
  const head = repository.refs[`refs/heads/${pull.head}`];
  if (pull.mergedAt !== null || head === undefined) {
    throw refusal(422, 'Validation Failed', {
      errors: [{ resource: 'PullRequest', code: 'invalid', field: 'state' }],
    });
  }
  Object.assign(pull, { state: 'open', closedAt: null, headSha: head });
  announcePull(call, repository, pull, 'reopened', login);
}

const Merge = z.object({
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
  sha: z.string().optional(),
  merge_method: z.enum(['merge', 'squash', 'rebase']).optional(),
});

function merge(call: Call) {
  const repository = requireWritable(call, 'contents');
  const pull = requirePull(call, repository);
  const given = readBody(Merge, call);
  if (given.sha !== undefined && given.sha !== pull.headSha) {
    throw refusal(409, 'Head branch was modified. Review and try the merge again.');
  }
  const protection = repository.protections[pull.base];
  if (protection && protection.reviews > 0) {
    throw refusal(405, 'At least 1 approving review is required by reviewers with write access.');
  }
  const { login } = requireActor(call).user;
  const method = given.merge_method ?? 'merge';
  const sha = mergePull(call, repository, pull, { login, method });
  return ok({ sha, merged: true, message: 'Pull Request successfully merged' });
}
