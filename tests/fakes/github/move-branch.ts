import { rightsOf } from './access.ts';
import { descendsFrom } from './git/commits.ts';
import { refusal } from './github-refusal.ts';
import { toTime, type Repository, type World } from './world.ts';

/** Refuses where a branch is protected against a push. */
export function requireUnprotected(
  world: World,
  repository: Repository,
  ref: string,
  login: string,
): void {
  const branch = ref.replace('refs/heads/', '');
  const protection = repository.protections[branch];
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
  world: World,
  repository: Repository,
  ref: string,
  sha: string | null,
  login: string,
  { isForced = false } = {},
): void {
  const before = repository.refs[ref] ?? null;
  if (sha !== null && before !== null && !isForced && !descendsFrom(repository, sha, before)) {
    throw refusal(422, 'Update is not a fast forward');
  }
  if (sha === null) {
    const { [ref]: _, ...others } = repository.refs;
    repository.refs = others;
  } else repository.refs[ref] = sha;
  repository.pushedAt = toTime();
  void world;
  void login;
}
