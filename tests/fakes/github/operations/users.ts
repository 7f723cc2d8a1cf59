import { getOwner } from '../find-repository.ts';
import { notFound } from '../github-refusal.ts';
import { answerPage } from '../list-page.ts';
import { ok, requireActor, type Call, type Operation } from '../operation.ts';
import {
  nodeId,
  toOrganization,
  toPrivateUser,
  toPublicUser,
  toSimpleUser,
} from '../present/to-owner.ts';
import type { Owner } from '../world.ts';

export const userOperations: Operation[] = [
  {
    method: 'GET',
    path: '/user',
    run: (call) => ok(toPrivateUser(call.world, requireActor(call).user, call.at)),
  },
  {
    method: 'GET',
    path: '/users/{username}',
    run: (call) => ok(toPublicUser(call.world, requireOwner(call, 'username'), call.at)),
  },
  {
    method: 'GET',
    path: '/user/orgs',
    run: (call) => answerPage(call, '/user/orgs', ownOrganizations(call), toSimple(call)),
  },
  {
    method: 'GET',
    path: '/user/memberships/orgs',
    run: (call) =>
      answerPage(call, '/user/memberships/orgs', ownOrganizations(call), toMembership(call)),
  },
  {
    method: 'GET',
    path: '/user/memberships/orgs/{org}',
    run: (call) => ok(toMembership(call)(requireMembership(call))),
  },
  {
    method: 'GET',
    path: '/orgs/{org}',
    run: (call) => ok(toFullOrganization(call, requireOwner(call, 'org'))),
  },
];

function requireOwner({ world, path }: Call, field: 'username' | 'org'): Owner {
  const owner = getOwner(world, path[field] ?? '');
  if (owner === null || (field === 'org' && owner.kind !== 'Organization')) throw notFound();
  return owner;
}

function ownOrganizations(call: Call): Owner[] {
  const { login } = requireActor(call).user;
  const all = Object.values(call.world.owners);
  return all.filter(({ members }) => Object.hasOwn(members, login));
}

function requireMembership(call: Call): Owner {
  const owner = requireOwner(call, 'org');
  if (!Object.hasOwn(owner.members, requireActor(call).user.login)) throw notFound();
  return owner;
}

const toSimple = (call: Call) => (owner: Owner) => toOrganization(owner, call.at);

const toMembership = (call: Call) => (owner: Owner) => {
  const { user } = requireActor(call);
  const organization = toOrganization(owner, call.at);
  return {
    url: `${organization.url}/memberships/${user.login}`,
    state: 'active',
    role: owner.members[user.login],
    organization_url: organization.url,
    organization,
    user: toSimpleUser(user, call.at),
  };
};

function toFullOrganization(call: Call, owner: Owner) {
  return {
    ...toOrganization(owner, call.at),
    node_id: nodeId(owner.kind, owner.id),
    html_url: `${call.at.web}/${owner.login}`,
    name: owner.name ?? owner.login,
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    type: 'Organization',
    created_at: owner.createdAt,
    updated_at: owner.createdAt,
    archived_at: null,
    members_can_create_repositories: owner.membersMayCreate,
  };
}
