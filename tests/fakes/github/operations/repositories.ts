import * as z from 'zod';

import { installationOf, maySee, requireRepository, requireWritable } from '../access.ts';
import { createRepository } from '../create-repository.ts';
import { getOwner, getRepository, nameKey } from '../find-repository.ts';
import { invalid, notFound, refusal } from '../github-refusal.ts';
import { answerPage } from '../list-page.ts';
import {
  created,
  nothing,
  ok,
  readBody,
  requireActor,
  type Call,
  type Operation,
} from '../operation.ts';
import { toFullRepository, toRepository } from '../present/to-repository.ts';
import { announceRepository } from '../webhooks/announce.ts';
import { toTime, type Repository } from '../world.ts';

const full = (call: Call, repository: Repository) =>
  toFullRepository(call.world, repository, call.at, call.actor);

const simple = (call: Call) => (repository: Repository) =>
  toRepository(call.world, repository, call.at, call.actor);

export const repositoryOperations: Operation[] = [
  {
    method: 'GET',
    path: '/user/repos',
    run: (call) => answerPage(call, '/user/repos', listOwn(call), simple(call)),
  },
  {
    method: 'GET',
    path: '/orgs/{org}/repos',
    run: (call) => listOf(call, call.path['org'] ?? '', '/orgs'),
  },
  {
    method: 'GET',
    path: '/users/{username}/repos',
    run: (call) => listOf(call, call.path['username'] ?? '', '/users'),
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}',
    run: (call) => ok(full(call, requireRepository(call))),
  },
  {
    method: 'POST',
    path: '/user/repos',
    run: (call) => create(call, requireActor(call).user.login),
  },
  {
    method: 'POST',
    path: '/orgs/{org}/repos',
    run: (call) => create(call, call.path['org'] ?? ''),
  },
  { method: 'PATCH', path: '/repos/{owner}/{repo}', run: change },
  {
    method: 'DELETE',
    path: '/repos/{owner}/{repo}',
    run: (call) => {
      const repository = requireWritable(call, 'administration');
      announceRepository(call, repository, 'deleted', requireActor(call).user.login);
      const { [repository.id]: _, ...others } = call.world.repositories;
      call.world.repositories = others;
      return nothing;
    },
  },
];

type Sort = 'created' | 'updated' | 'pushed' | 'full_name';

/** The order of a list, which goes the other way round for names. */
export function sortRepositories(query: URLSearchParams, all: Repository[], fallback: Sort) {
  const sort = query.get('sort') ?? fallback;
  const isDown = (query.get('direction') ?? (sort === 'full_name' ? 'asc' : 'desc')) === 'desc';
  const key = (each: Repository) => {
    if (sort === 'created') return each.createdAt;
    if (sort === 'updated') return each.updatedAt;
    return sort === 'pushed' ? (each.pushedAt ?? '') : nameKey(each.owner, each.name);
  };
  const keyed = all.map((each) => ({ each, at: key(each) }));
  keyed.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  const sorted = keyed.map(({ each }) => each);
  return isDown ? sorted.toReversed() : sorted;
}

function listOwn(call: Call): Repository[] {
  const actor = requireActor(call);
  const visibility = call.query.get('visibility') ?? 'all';
  const wanted = (call.query.get('affiliation') ?? 'owner,collaborator,organization_member').split(
    ',',
  );
  const own = Object.values(call.world.repositories).filter((each) => {
    if (!maySee(call.world, actor, each) || !isAffiliated(call, each, wanted)) return false;
    if (actor.token.app === 'github-app' && installationOf(call.world, each) === null) return false;
    return visibility === 'all' || each.isPrivate === (visibility === 'private');
  });
  return sortRepositories(call.query, own, 'full_name');
}

function isAffiliated(call: Call, repository: Repository, wanted: string[]): boolean {
  const { login } = requireActor(call).user;
  if (repository.owner === login) return wanted.includes('owner');
  if (Object.hasOwn(repository.collaborators, login) && wanted.includes('collaborator'))
    return true;
  const owner = getOwner(call.world, repository.owner);
  return Object.hasOwn(owner?.members ?? {}, login) && wanted.includes('organization_member');
}

function listOf(call: Call, login: string, place: '/orgs' | '/users') {
  const owner = getOwner(call.world, login);
  if (owner === null) throw notFound();
  const all = Object.values(call.world.repositories).filter(
    (each) => each.owner === owner.login && maySee(call.world, call.actor, each),
  );
  // Those of a user who is not asked for privately are the public ones.
  const shown = place === '/users' ? all.filter(({ isPrivate }) => !isPrivate) : all;
  const sorted = sortRepositories(call.query, shown, place === '/orgs' ? 'created' : 'full_name');
  return answerPage(call, `${place}/${login}/repos`, sorted, simple(call));
}

const NewRepository = z.object({
  name: z.string(),
  description: z.string().nullish(),
  homepage: z.string().nullish(),
  private: z.boolean().optional(),
  visibility: z.enum(['public', 'private']).optional(),
  auto_init: z.boolean().optional(),
  license_template: z.string().optional(),
  gitignore_template: z.string().optional(),
});

function create(call: Call, login: string) {
  const actor = requireActor(call);
  const owner = getOwner(call.world, login);
  if (owner === null) throw notFound();
  const given = readBody(NewRepository, call);
  return created(
    full(
      call,
      createRepository(call.world, actor, owner, {
        name: given.name,
        description: given.description ?? null,
        homepage: given.homepage ?? null,
        isPrivate: given.private ?? given.visibility === 'private',
        hasFirstCommit: given.auto_init ?? false,
        license: given.license_template ?? null,
      }),
    ),
  );
}

const Change = z.object({
  name: z.string().optional(),
  description: z.string().nullish(),
  homepage: z.string().nullish(),
  private: z.boolean().optional(),
  archived: z.boolean().optional(),
  default_branch: z.string().optional(),
});

function change(call: Call) {
  const repository = requireWritable(call, 'administration');
  const given = readBody(Change, call);
  if (repository.isArchived && given.archived !== false) {
    throw refusal(403, 'Repository was archived so is read-only.');
  }
  if (given.default_branch !== undefined) {
    if (!Object.hasOwn(repository.refs, `refs/heads/${given.default_branch}`)) {
      throw invalid(
        'Repository',
        'default_branch',
        `The branch ${given.default_branch} was not found. Please push that ref first or create it via the Git Data API.`,
      );
    }
    repository.defaultBranch = given.default_branch;
  }
  if (given.name !== undefined) renameRepository(call, repository, given.name);
  repository.description = given.description ?? repository.description;
  repository.homepage = given.homepage ?? repository.homepage;
  repository.isPrivate = given.private ?? repository.isPrivate;
  repository.isArchived = given.archived ?? repository.isArchived;
  repository.updatedAt = toTime();
  return ok(full(call, repository));
}

function renameRepository(call: Call, repository: Repository, name: string): void {
  const { world } = call;
  const taken = getRepository(world, repository.owner, name);
  if (taken !== null && taken.id !== repository.id) {
    throw invalid('Repository', 'name', 'name already exists on this account');
  }
  const changes = { repository: { name: { from: repository.name } } };
  repository.name = name;
  world.names[nameKey(repository.owner, name)] = repository.id;
  announceRepository(call, repository, 'renamed', requireActor(call).user.login, changes);
}
