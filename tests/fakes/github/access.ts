import { notAccessible, notFound, refusal } from './github-refusal.ts';
import { getOwner, getRepository } from './find-repository.ts';
import type { Actor, Call } from './operation.ts';
import type { Installation, Repository, World } from './world.ts';

type Right = 'pull' | 'push' | 'admin';

/** What a user may do with a repository, whatever the app; empty: not even see it. */
export function rightsOf(world: World, login: string | null, repository: Repository): Right[] {
  const all: Right[] = ['pull', 'push', 'admin'];
  const visible: Right[] = repository.isPrivate ? [] : ['pull'];
  if (login === null) return visible;
  if (repository.owner.toLowerCase() === login.toLowerCase()) return all;
  const owner = getOwner(world, repository.owner);
  const role = owner?.members[login];
  if (role === 'admin') return all;
  const own = repository.collaborators[login];
  if (own === 'admin') return all;
  if (own === 'write' || role === 'member') return ['pull', 'push'];
  return own === 'read' ? ['pull'] : visible;
}

/** The installation of the app that reaches a repository. */
export function installationOf(world: World, repository: Repository): Installation | null {
  const all = Object.values(world.installations);
  return (
    all.find(
      ({ owner, selected, suspendedAt }) =>
        owner.toLowerCase() === repository.owner.toLowerCase() &&
        suspendedAt === null &&
        (selected === null || selected.includes(repository.id)),
    ) ?? null
  );
}

/** Whether whoever asks may see a repository: the user may, and the app, too. */
export function maySee(world: World, actor: Actor | null, repository: Repository): boolean {
  if (rightsOf(world, actor?.user.login ?? null, repository).length === 0) return false;
  if (!repository.isPrivate || actor === null) return true;
  if (actor.token.app === 'oauth-app') return actor.token.scopes.includes('repo');
  return installationOf(world, repository) !== null;
}

/** The repository of a path, which must be visible. */
export function requireRepository({ world, path, actor }: Call): Repository {
  const found = getRepository(world, path['owner'] ?? '', path['repo'] ?? '');
  if (found === null || !maySee(world, actor, found)) throw notFound();
  return found;
}

/** The repository of a path for a change, by a permission of the app. */
export function requireWritable(
  call: Call,
  permission: 'contents' | 'pull_requests' | 'administration' | 'statuses' | 'checks' | 'hooks',
): Repository {
  const repository = requireRepository(call);
  const { world, actor } = call;
  // A repository that everybody may read says no by its own name; one that is secret does not exist.
  const rights = rightsOf(world, actor?.user.login ?? null, repository);
  const needed = permission === 'administration' || permission === 'hooks' ? 'admin' : 'push';
  if (actor === null) throw refusal(401, 'Requires authentication');
  if (!rights.includes(needed)) throw needed === 'admin' ? mustBeAdmin() : notFound();
  if (actor.token.app === 'oauth-app') requireScope(actor, repository, needed);
  else if (permissionAt(world, repository, permission) !== 'write') throw notAccessible();
  if (repository.isArchived && permission !== 'administration') {
    throw refusal(403, 'Repository was archived so is read-only.');
  }
  return repository;
}

/** What the app may do with something in a repository where it is installed. */
export function permissionAt(world: World, repository: Repository, permission: string) {
  return installationOf(world, repository)?.permissions[permission] ?? null;
}

function requireScope({ token }: Actor, { isPrivate }: Repository, needed: Right): void {
  const { scopes } = token;
  if (scopes.includes('repo') || (!isPrivate && scopes.includes('public_repo'))) return;
  throw needed === 'admin' ? mustBeAdmin() : notFound();
}

const mustBeAdmin = () => refusal(403, 'Must have admin rights to Repository.');
