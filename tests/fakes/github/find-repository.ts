import { newToken, takeId, toTime, type Owner, type Repository, type World } from './world.ts';

export const nameKey = (owner: string, name: string) => `${owner}/${name}`.toLowerCase();

/** A repository under its name of now. */
export function getRepository(world: World, owner: string, name: string): Repository | null {
  const found = getFormerRepository(world, owner, name);
  if (found === null) return null;
  return nameKey(found.owner, found.name) === nameKey(owner, name) ? found : null;
}

/** A repository under a name that it has or had. */
export function getFormerRepository(world: World, owner: string, name: string): Repository | null {
  const key = nameKey(owner, name);
  const id = Object.hasOwn(world.names, key) ? world.names[key] : undefined;
  return id === undefined ? null : (world.repositories[id] ?? null);
}

export function getOwner(world: World, login: string): Owner | null {
  const key = login.toLowerCase();
  return Object.hasOwn(world.owners, key) ? (world.owners[key] ?? null) : null;
}

export const listOwners = ({ owners }: World): Owner[] => Object.values(owners);

/** Adds a user or an organization. */
export function addOwner(
  world: World,
  { login, kind = 'User', ...more }: Partial<Owner> & { login: string },
): Owner {
  const owner: Owner = {
    id: takeId(world),
    login,
    kind,
    name: null,
    email: null,
    createdAt: toTime(),
    members: {},
    membersMayCreate: true,
    ...more,
  };
  world.owners[login.toLowerCase()] = owner;
  return owner;
}

const TREE_LIMIT = 100_000;

/** Adds a repository without a commit. */
export function addRepository(
  world: World,
  { owner, name, ...more }: Partial<Repository> & { owner: string; name: string },
): Repository {
  const now = toTime();
  const repository: Repository = {
    id: takeId(world),
    owner,
    name,
    description: null,
    homepage: null,
    isPrivate: false,
    isArchived: false,
    defaultBranch: 'main',
    license: null,
    language: null,
    createdAt: now,
    updatedAt: now,
    pushedAt: now,
    collaborators: {},
    objects: {},
    refs: {},
    protections: {},
    pulls: [],
    checkRuns: [],
    checkSuites: [],
    statuses: [],
    hooks: [],
    treeLimit: TREE_LIMIT,
    ...more,
  };
  world.repositories[repository.id] = repository;
  world.names[nameKey(owner, name)] = repository.id;
  return repository;
}

/** A session, a code: what only its holder knows. */
export const newSecret = () => newToken('', 20).toLowerCase();
