import { dropVerifiedKey } from '#app/api-keys/verified-keys.server.ts';
import type { Role } from '#app/auth/role.ts';
import { loadRole } from '#app/auth/user-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { FoundTeam } from '#app/teams/find-team.server.ts';
import type { TeamProblem } from '#app/teams/team-problem.server.ts';

import { changeRole, removeMember } from './member-store.server.ts';

/** Gives a member another role. */
export async function changeMember(
  app: AppContext,
  { team }: FoundTeam,
  uid: string,
  role: Role,
): Promise<Result<null, TeamProblem>> {
  const isDone = await changeRole(app.env.DB, { account: team.id, uid }, role, Date.now());
  return isDone ? succeed(null) : explain(app, team, uid);
}

/**
 * Takes a member out of a team, or lets one leave. Who pays can leave while there is another owner, but nobody puts
 * them out: the team would lose its plan.
 */
export async function endMembership(
  app: AppContext,
  { team, caller }: FoundTeam,
  uid: string,
): Promise<Result<null, TeamProblem>> {
  const mayPay = uid === caller.uid;
  const place = { account: team.id, uid };
  const { isDone, keys } = await removeMember(app.env.DB, place, { mayPay, now: Date.now() });
  for (const key of keys) dropVerifiedKey(key);
  return isDone ? succeed(null) : explain(app, team, uid);
}

/** Why a member stays as they are. */
async function explain(
  app: AppContext,
  { id, payer }: FoundTeam['team'],
  uid: string,
): Promise<Result<never, TeamProblem>> {
  const role = await loadRole(app.env.DB, id, uid);
  if (role === null) return fail({ reason: 'unknownMember' });
  return fail({ reason: payer === uid ? 'payer' : 'lastOwner' });
}
