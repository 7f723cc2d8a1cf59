import { findRole } from '#app/auth/caller.server.ts';
import { reaches, type Role } from '#app/auth/role.ts';
import { isPausedTeam } from '#app/billing/team-plan.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { ProjectCaller } from '#app/projects/project-caller.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';

/** An account, and the role of a caller in it. */
export interface FoundAccount {
  account: string;
  role: Role;
}

/**
 * The account that a caller works in: the one that they name, or else their own, or that of their key. For who has no
 * role in it there is none.
 *
 * @param needed the role that they need there.
 */
export async function findAccount(
  app: AppContext,
  caller: ProjectCaller,
  named: string | undefined,
  needed: Role,
): Promise<Result<FoundAccount, ProjectProblem>> {
  const account = named ?? caller.accountId;
  if (!isRandomId(account)) return fail({ reason: 'unknownAccount' });
  const role = await requireRights(app, caller, account, needed);
  if (role.ok) return succeed({ account, role: role.value });
  return role.reason === 'stranger' ? fail({ reason: 'unknownAccount' }) : role;
}

/**
 * The role of a caller in an account, if it reaches as far as is needed. A key has the rights of who made it, in its
 * own account only. In a team that nobody pays for, only owners change anything.
 */
export async function requireRights(
  app: AppContext,
  caller: ProjectCaller,
  account: string,
  needed: Role,
): Promise<Result<Role, ProjectProblem | { reason: 'stranger' }>> {
  if (caller.kind === 'key' && caller.accountId !== account) return fail({ reason: 'stranger' });
  const { uid } = caller;
  const own = caller.kind === 'user' ? caller.accountId : null;
  const held = await findRole(app, { uid, accountId: own }, account);
  if (!held.ok) return fail({ reason: 'refused', failure: held });
  const role = held.value;
  if (role === null || !reaches(role, 'viewer')) return fail({ reason: 'stranger' });
  if (!reaches(role, needed)) return fail({ reason: 'roleTooLow', role, needed });
  const isForOwners = needed === 'viewer' || role === 'owner';
  if (!isForOwners && (await isPausedTeam(app, account))) return fail({ reason: 'teamPaused' });
  return succeed(role);
}
