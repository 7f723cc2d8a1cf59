import { compare } from './git/compare.ts';
import { refusal } from './github-refusal.ts';
import type { Site } from './operation.ts';
import { announcePull } from './webhooks/announce.ts';
import { takeId, toTime, type Pull, type Repository } from './world.ts';

interface NewPull {
  title: string;
  body: string | null;
  /** `branch`, or `owner:branch`. */
  head: string;
  base: string;
  isDraft: boolean;
}

/** Opens a pull request between two branches of a repository. */
export function openPull(site: Site, repository: Repository, wanted: NewPull, login: string): Pull {
  const head = wanted.head.replace(/^[^:]+:/, '');
  const headSha = repository.refs[`refs/heads/${head}`];
  const baseSha = repository.refs[`refs/heads/${wanted.base}`];
  if (headSha === undefined) throw invalidPull({ code: 'invalid', field: 'head' });
  if (baseSha === undefined) throw invalidPull({ code: 'invalid', field: 'base' });
  const isSame = (each: Pull) =>
    each.state === 'open' && each.head === head && each.base === wanted.base;
  if (repository.pulls.some(isSame)) {
    const message = `A pull request already exists for ${repository.owner}:${head}.`;
    throw invalidPull({ code: 'custom', message });
  }
  if (compare(repository, baseSha, headSha).commits.length === 0) {
    const message = `No commits between ${wanted.base} and ${head}`;
    throw invalidPull({ code: 'custom', message });
  }
  const now = toTime();
  const pull: Pull = {
    id: takeId(site.world),
    number: repository.pulls.length + 1,
    title: wanted.title,
    body: wanted.body,
    head,
    base: wanted.base,
    headSha,
    baseSha,
    state: 'open',
    isDraft: wanted.isDraft,
    mergeSha: null,
    mergedBy: null,
    mergedAt: null,
    closedAt: null,
    author: login,
    createdAt: now,
    updatedAt: now,
  };
  repository.pulls.push(pull);
  announcePull(site, repository, pull, 'opened', login);
  return pull;
}

const invalidPull = (error: object) =>
  refusal(422, 'Validation Failed', { errors: [{ resource: 'PullRequest', ...error }] });
