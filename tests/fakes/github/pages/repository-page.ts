import { rightsOf } from '../access.ts';
import { getFormerRepository } from '../find-repository.ts';
import { compare, leavesOf } from '../git/compare.ts';
import { listHistory, readCommit } from '../git/commits.ts';
import { findCommit } from '../git/find-commit.ts';
import { readObject } from '../git/git-objects.ts';
import { GithubRefusal } from '../github-refusal.ts';
import { mergePull } from '../merge-pull.ts';
import { closePull } from '../move-branch.ts';
import type { Pull, Repository } from '../world.ts';

import { escape, redirect, toPage } from './page-frame.ts';
import { readSession, type PageRequest } from './page-request.ts';

/** `/owner/name` and what is below it, as a person reads it. */
export const REPOSITORY_PAGE =
  /^\/([\w-]+)\/([\w.-]+?)(?:\/(pulls|pull\/\d+|commits?\/[^/]+|tree\/.+|blob\/.+|settings.*))?$/;

const MOST_SHOWN = 100;

/** Shows a repository to those who are signed in on the pages, or a public one to anybody. */
export function serveRepositoryPage(request: PageRequest): Response {
  const { world, url } = request;
  const [, owner = '', name = '', rest = ''] = REPOSITORY_PAGE.exec(decodeURI(url.pathname)) ?? [];
  const repository = getFormerRepository(world, owner, name);
  const login = readSession(request)?.login ?? null;
  if (repository === null || rightsOf(world, login, repository).length === 0) {
    return toPage('Not Found', '<p>There is no such repository for you.</p>', 404);
  }
  const [kind, ...parts] = rest.split('/');
  if (kind === 'pull') return servePull(request, repository, Number(parts[0]), login);
  if (kind === 'pulls') return toPage('Pull requests', toPulls(repository));
  if (kind === 'commit') return toPage('Commit', toCommitText(repository, parts[0] ?? ''));
  if (kind === 'blob') return toPage(parts.at(-1) ?? '', toFileText(repository, parts));
  return toPage(`${repository.owner}/${repository.name}`, toOverview(repository, parts.join('/')));
}

function toOverview(repository: Repository, ref: string): string {
  const { owner, name, defaultBranch, refs } = repository;
  const commit = findCommit(repository, ref === '' ? defaultBranch : ref);
  if (commit === null) return '<p>This repository is empty.</p>';
  const base = `/${owner}/${name}`;
  const files = [...leavesOf(repository, commit).keys()].slice(0, MOST_SHOWN);
  const shown = files.map(
    (path) => `<li><a href="${escape(`${base}/blob/${commit}/${path}`)}">${escape(path)}</a></li>`,
  );
  const history = listHistory(repository, commit).slice(0, 10);
  const commits = history.map((sha) => {
    const [title = ''] = readCommit(repository, sha)?.message.split('\n') ?? [];
    return `<li><a href="${base}/commit/${sha}">${escape(title)}</a></li>`;
  });
  const branches = Object.keys(refs).map((each) => escape(each.replace('refs/heads/', '')));
  return `<p>${repository.isPrivate ? 'Private' : 'Public'}. Branches: ${branches.join(', ')}</p>
<p><a href="${base}/pulls">Pull requests</a></p>
<section><h2>Files</h2><ul>${shown.join('')}</ul></section>
<section><h2>Commits</h2><ul>${commits.join('')}</ul></section>`;
}

function toFileText(repository: Repository, [ref = '', ...path]: string[]): string {
  const commit = findCommit(repository, ref);
  const leaf = leavesOf(repository, commit).get(path.join('/'));
  const content = leaf === undefined ? null : readObject(repository, leaf.sha, 'blob');
  return `<pre>${escape(content?.toString('utf8') ?? 'There is no such file.')}</pre>`;
}

function toCommitText(repository: Repository, sha: string): string {
  const commit = readCommit(repository, sha);
  if (commit === null) return '<p>There is no such commit.</p>';
  const [parent = null] = commit.parents;
  const files = parent === null ? [] : compare(repository, parent, sha).files;
  const changed = files.map(({ path, status }) => `<li>${escape(path)}: ${status}</li>`);
  return `<pre>${escape(commit.message)}</pre><p>${escape(commit.author.name)}, ${commit.author.date}</p>
<ul>${changed.join('')}</ul>`;
}

function toPulls({ owner, name, pulls }: Repository): string {
  const items = pulls
    .toReversed()
    .map(
      ({ number, title, state }) =>
        `<li><a href="/${owner}/${name}/pull/${number}">#${number} ${escape(title)}</a> (${state})</li>`,
    );
  return items.length === 0 ? '<p>None.</p>' : `<ul>${items.join('')}</ul>`;
}

/** A pull request; whoever may push merges or closes it here. */
function servePull(
  request: PageRequest,
  repository: Repository,
  number: number,
  login: string | null,
): Response {
  const pull = repository.pulls.find((each) => each.number === number);
  if (pull === undefined) return toPage('Not Found', '<p>There is no such one.</p>', 404);
  const mayPush = rightsOf(request.world, login, repository).includes('push');
  const { form } = request;
  if (form === null) return toPage(`${pull.title} #${number}`, toPull(repository, pull, mayPush));
  if (login === null || !mayPush) return toPage('Not allowed', '<p>Sign in first.</p>', 403);
  try {
    if (form.get('action') === 'merge') mergePull(request, repository, pull, { login });
    else if (pull.state === 'open') closePull(request, repository, pull, login, null);
  } catch (error) {
    if (!(error instanceof GithubRefusal)) throw error;
    return toPage('Not merged', `<p role="alert">${escape(error.message)}</p>`, 409);
  }
  return redirect(`${request.at.web}/${repository.owner}/${repository.name}/pull/${number}`);
}

function toPull(repository: Repository, pull: Pull, mayPush: boolean): string {
  const { files } = compare(repository, pull.baseSha, pull.headSha);
  const changed = files.map(({ path, status }) => `<li>${escape(path)}: ${status}</li>`);
  const buttons = `<form method="post"><button name="action" value="merge">Merge pull request</button>
<button class="plain" name="action" value="close">Close pull request</button></form>`;
  const state = pull.mergedAt === null ? pull.state : 'merged';
  return `<p>${state}: ${escape(pull.head)} into ${escape(pull.base)}, by ${escape(pull.author)}</p>
<pre>${escape(pull.body ?? '')}</pre><ul>${changed.join('')}</ul>
${pull.state === 'open' && mayPush ? buttons : ''}`;
}
