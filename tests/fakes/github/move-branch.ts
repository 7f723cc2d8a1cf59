import { rightsOf } from './access.ts';
import { descendsFrom } from './git/commits.ts';
import { refusal } from './github-refusal.ts';
import type { Site } from './operation.ts';
import { announcePull, announcePush } from './webhooks/announce.ts';
import { toTime, type Repository, type World } from './world.ts';

const HEADS = 'refs/heads/';

/** Refuses where a branch is protected against a push. */
export function requireUnprotected(
  world: World,
  repository: Repository,
  ref: string,
  login: string,
): void {
  const protection = repository.protections[ref.replace(HEADS, '')];
  if (protection === undefined) return;
  const isAdmin = rightsOf(world, login, repository).includes('admin');
  if (isAdmin && !protection.includesAdmins) return;
  if (protection.reviews > 0) {
    throw refusal(422, 'Changes must be made through a pull request.');
  }
  const [check] = protection.checks;
  if (check !== undefined) throw refusal(422, `Required status check "${check}" is expected.`);
}

/** Moves a reference, or makes or removes it, with everything that follows. */
export function moveBranch(
  site: Site,
  repository: Repository,
  ref: string,
  sha: string | null,
  login: string,
  { isForced = false } = {},
): void {
  const before = repository.refs[ref] ?? null;
  const isForward = sha === null || before === null || descendsFrom(repository, sha, before);
  if (!isForward && !isForced) throw refusal(422, 'Update is not a fast forward');
  if (sha === before) return;
  if (sha === null) {
    const { [ref]: _, ...others } = repository.refs;
    repository.refs = others;
  } else repository.refs[ref] = sha;
  repository.pushedAt = toTime();
  announcePush(site, repository, { ref, before, after: sha, login, isForced: !isForward });
  if (ref.startsWith(HEADS)) followBranch(site, repository, ref.slice(HEADS.length), sha, login);
}

/** Open pull requests follow the branches that they are about. */
export function followBranch(
  site: Site,
  repository: Repository,
  branch: string,
  sha: string | null,
  login: string,
): void {
  for (const pull of repository.pulls.filter(({ state }) => state === 'open')) {
    if (pull.base === branch && sha !== null) {
      pull.baseSha = sha;
      // Whoever pushes the commits of a pull request to its base has merged it.
      if (descendsFrom(repository, sha, pull.headSha)) {
        closePull(site, repository, pull, login, sha);
      }
    } else if (pull.head === branch) {
      const before = pull.headSha;
      if (sha === null) closePull(site, repository, pull, login, null);
      else {
        Object.assign(pull, { headSha: sha, updatedAt: toTime() });
        announcePull(site, repository, pull, 'synchronize', login, { before, after: sha });
      }
    }
  }
}

type Pull = Repository['pulls'][number];

/** Closes a pull request; with a commit, it is merged. */
export function closePull(
  site: Site,
  repository: Repository,
  pull: Pull,
  login: string,
  mergeSha: string | null,
): void {
  const now = toTime();
  Object.assign(pull, { state: 'closed', closedAt: now, updatedAt: now });
  if (mergeSha !== null) Object.assign(pull, { mergeSha, mergedBy: login, mergedAt: now });
  announcePull(site, repository, pull, 'closed', login);
}
