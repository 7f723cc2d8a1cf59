import { findRole, requireUser, type UserCaller } from '#app/auth/caller.server.ts';
import { reaches, type Role } from '#app/auth/role.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { TeamProblem } from './team-problem.server.ts';
import { loadTeam, type StoredTeam } from './team-store.server.ts';

/** A team, and who asks. */
export interface FoundTeam {
  team: StoredTeam;
  caller: UserCaller;
  /** The caller's role in it. */
  role: Role;
}

/** A team for a signed-in member with this role; for everybody else there is none. */
export async function findTeam(
  app: AppContext,
  request: Request,
  id: string,
  needed: Role,
): Promise<Result<FoundTeam, TeamProblem>> {
  const user = await requireUser(app, request);
  if (!user.ok) return fail({ reason: 'refused', failure: user });
  const caller = user.value;
  if (!isRandomId(id)) return fail({ reason: 'unknownAccount' });
  const [team, held] = await Promise.all([
    loadTeam(app.env.DB, id),
    findRole(app, { uid: caller.uid, accountId: null }, id),
  ]);
  if (!held.ok) return fail({ reason: 'refused', failure: held });
  const role = held.value;
  if (team === null || role === null) return fail({ reason: 'unknownAccount' });
  if (!reaches(role, needed)) return fail({ reason: 'roleTooLow', role, needed });
  return succeed({ team, caller, role });
}
