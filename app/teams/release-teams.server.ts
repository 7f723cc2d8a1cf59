import { listOwnAccounts } from '#app/auth/own-account-store.server.ts';
import { removeProjectsOf, type ProjectBindings } from '#app/projects/remove-projects.server.ts';

import { changeRole, listOthers, removeMember } from './members/member-store.server.ts';
import { countMembers, removeTeam } from './team-store.server.ts';

/**
 * Names of the teams that a user leaves without an owner: other people work there, so that somebody has to become one
 * before the user is deleted.
 */
export async function listHeldTeams(database: D1Database, uid: string): Promise<string[]> {
  const teams = await listTeams(database, uid);
  const held: string[] = [];
  for (const { id, name } of teams) {
    const others = await listOthers(database, { account: id, uid });
    if (others.length > 0 && !others.some(({ role }) => role === 'owner')) held.push(name);
  }
  return held;
}

/**
 * Takes a user who is being deleted out of all teams. One of which they are the only member goes with its projects. If
 * somebody joined while the deletion ran, who has been in it longest, editors first, becomes its owner. Where it fails,
 * it goes on when it is called again.
 */
export async function releaseTeams(env: ProjectBindings, uid: string): Promise<void> {
  const { DB } = env;
  for (let teams = await listTeams(DB, uid); teams.length > 0; teams = await listTeams(DB, uid)) {
    for (const { id } of teams) await releaseTeam(env, id, uid);
  }
}

async function releaseTeam(env: ProjectBindings, account: string, uid: string): Promise<void> {
  const { DB } = env;
  const now = Date.now();
  const others = await listOthers(DB, { account, uid });
  const [next] = others;
  if (next === undefined) {
    await removeProjectsOf(env, account);
    // Somebody may have joined meanwhile: then the next round finds them.
    if ((await countMembers(DB, account)) === 1) await removeTeam(DB, account);
    return;
  }
  if (!others.some(({ role }) => role === 'owner')) {
    await changeRole(DB, { account, uid: next.uid }, 'owner', now);
  }
  await removeMember(DB, { account, uid }, { mayPay: true, now });
}

async function listTeams(database: D1Database, uid: string) {
  const own = await listOwnAccounts(database, uid);
  return own.filter(({ kind }) => kind === 'team');
}
