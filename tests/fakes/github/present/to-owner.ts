import { getOwner } from '../find-repository.ts';
import type { Addresses } from '../operation.ts';
import type { Owner, World } from '../world.ts';

const nodeId = (kind: string, id: number) => Buffer.from(`${kind}:${id}`).toString('base64');
export { nodeId };

/** Schema `simple-user`. */
export function toSimpleUser(owner: Owner, { api, web }: Addresses) {
  const url = `${api}/users/${owner.login}`;
  return {
    login: owner.login,
    id: owner.id,
    node_id: nodeId(owner.kind, owner.id),
    avatar_url: `https://avatars.githubusercontent.com/u/${owner.id}?v=4`,
    gravatar_id: '',
    url,
    html_url: `${web}/${owner.login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: owner.kind,
    user_view_type: 'public',
    site_admin: false,
  };
}

/** `simple-user` of a login, which may be of somebody who is gone. */
export function toSimpleUserOf(world: World, login: string, at: Addresses) {
  const owner = getOwner(world, login) ?? getOwner(world, 'ghost');
  if (owner === null) throw new Error(`no user ${login}`);
  return toSimpleUser(owner, at);
}

/** Schema `public-user`. */
export function toPublicUser(world: World, owner: Owner, at: Addresses) {
  const own = Object.values(world.repositories).filter((each) => each.owner === owner.login);
  return {
    ...toSimpleUser(owner, at),
    name: owner.name,
    company: null,
    blog: '',
    location: null,
    email: owner.email,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: own.filter(({ isPrivate }) => !isPrivate).length,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: owner.createdAt,
    updated_at: owner.createdAt,
  };
}

/** Schema `private-user`. */
export function toPrivateUser(world: World, owner: Owner, at: Addresses) {
  const own = Object.values(world.repositories).filter((each) => each.owner === owner.login);
  const secret = own.filter(({ isPrivate }) => isPrivate).length;
  return {
    ...toPublicUser(world, owner, at),
    user_view_type: 'private',
    private_gists: 0,
    total_private_repos: secret,
    owned_private_repos: secret,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: true,
    plan: { name: 'free', space: 976_562_499, collaborators: 0, private_repos: 10_000 },
  };
}

/** Schema `organization-simple`. */
export function toOrganization({ login, id, kind, name }: Owner, { api }: Addresses) {
  const url = `${api}/orgs/${login}`;
  return {
    login,
    id,
    node_id: nodeId(kind, id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    description: name ?? '',
  };
}
