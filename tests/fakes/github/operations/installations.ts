import { maySee, rightsOf } from '../access.ts';
import { getOwner } from '../find-repository.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { listPage } from '../list-page.ts';
import { nothing, requireActor, type Call, type Operation } from '../operation.ts';
import { toInstallation } from '../present/to-installation.ts';
import { toRepository } from '../present/to-repository.ts';
import type { Installation, Repository } from '../world.ts';

const PATH = '/user/installations/{installation_id}/repositories';

export const installationOperations: Operation[] = [
  { method: 'GET', path: '/user/installations', run: list },
  { method: 'GET', path: PATH, run: listRepositories },
  { method: 'PUT', path: `${PATH}/{repository_id}`, run: (call) => select(call, true) },
  { method: 'DELETE', path: `${PATH}/{repository_id}`, run: (call) => select(call, false) },
];

function list(call: Call) {
  const all = visibleInstallations(call);
  const { items, headers } = listPage(call, '/user/installations', all);
  const installations = items.map((each) => toInstallation(call.world, each, call.at));
  return { status: 200, body: { total_count: all.length, installations }, headers };
}

/** Those of the user, of their organizations, and where they have a repository. */
function visibleInstallations(call: Call): Installation[] {
  const { user } = requireAppToken(call);
  return Object.values(call.world.installations).filter(
    (each) =>
      each.owner === user.login ||
      Object.hasOwn(getOwner(call.world, each.owner)?.members ?? {}, user.login) ||
      listReachable(call, each).length > 0,
  );
}

function requireAppToken(call: Call) {
  const actor = requireActor(call);
  if (actor.token.app === 'github-app') return actor;
  throw refusal(
    403,
    'You must authenticate with an access token authorized to a GitHub App in order to list installations',
  );
}

function requireInstallation(call: Call): Installation {
  const id = call.path['installation_id'];
  const found = visibleInstallations(call).find((each) => String(each.id) === id);
  if (found === undefined) throw notFound();
  if (found.suspendedAt !== null) throw refusal(403, 'This installation has been suspended');
  return found;
}

/** Repositories of an installation that the user has a right to. */
function listReachable(call: Call, { owner, selected }: Installation): Repository[] {
  const actor = requireActor(call);
  const { login } = actor.user;
  const all = Object.values(call.world.repositories);
  return all.filter(
    (each) =>
      each.owner === owner &&
      (selected === null || selected.includes(each.id)) &&
      maySee(call.world, actor, each) &&
      (each.isPrivate || rightsOf(call.world, login, each).length > 1 || login === owner),
  );
}

function listRepositories(call: Call) {
  const installation = requireInstallation(call);
  const all = listReachable(call, installation);
  const path = `/user/installations/${installation.id}/repositories`;
  const { items, headers } = listPage(call, path, all);
  const repositories = items.map((each) => toRepository(call.world, each, call.at, call.actor));
  const selection = installation.selected === null ? 'all' : 'selected';
  const body = { total_count: all.length, repository_selection: selection, repositories };
  return { status: 200, body, headers };
}

/** A user lets the app into one more repository, or out of it. */
function select(call: Call, isIn: boolean) {
  const installation = requireInstallation(call);
  const id = Number(call.path['repository_id']);
  const repository = call.world.repositories[id];
  const { login } = requireActor(call).user;
  if (!repository || !rightsOf(call.world, login, repository).includes('admin')) throw notFound();
  const others = (installation.selected ?? []).filter((each) => each !== id);
  if (installation.selected === null) throw refusal(422, 'All repositories are selected');
  installation.selected = isIn ? [...others, id] : others;
  return nothing;
}
