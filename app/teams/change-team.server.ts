import type { UserCaller } from '#app/auth/caller.server.ts';
import { requireTier } from '#app/billing/require-tier.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { FoundTeam } from './find-team.server.ts';
import type { TeamProblem } from './team-problem.server.ts';
import { countTeamProjects, deleteTeam, insertTeam, setPayer } from './team-store.server.ts';

/** Makes a team that its maker pays for, and returns its id. */
export async function createTeam(
  app: AppContext,
  request: Request,
  caller: UserCaller,
  name: string,
): Promise<Result<string, TeamProblem>> {
  const allowed = await requireTier(app, request, caller, 'team');
  if (!allowed.ok) return fail({ reason: 'tier', failure: allowed });
  const id = randomId();
  const isMade = await insertTeam(app.env.DB, { id, name, payer: caller.uid }, Date.now());
  return isMade ? succeed(id) : fail({ reason: 'oneTeam' });
}

/** Deletes a team without projects, for who has typed its name. */
export async function closeTeam(
  app: AppContext,
  { team: { id, name } }: FoundTeam,
  confirm: string,
): Promise<Result<null, TeamProblem>> {
  if (confirm.trim() !== name) return fail({ reason: 'notConfirmed', name });
  if (await deleteTeam(app.env.DB, id)) return succeed(null);
  return fail({ reason: 'hasProjects', count: await countTeamProjects(app.env.DB, id) });
}

/** Lets an owner pay for a team from now on: its plan is theirs then. */
export async function takeOverPayment(
  app: AppContext,
  request: Request,
  { team, caller }: FoundTeam,
): Promise<Result<null, TeamProblem>> {
  const allowed = await requireTier(app, request, caller, 'team');
  if (!allowed.ok) return fail({ reason: 'tier', failure: allowed });
  const isSet = await setPayer(app.env.DB, team.id, caller.uid);
  return isSet ? succeed(null) : fail({ reason: 'oneTeam' });
}
