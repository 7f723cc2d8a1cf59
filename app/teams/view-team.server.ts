import { reaches } from '#app/auth/role.ts';
import { loadTeamPlan } from '#app/billing/team-plan.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import type { FoundTeam } from './find-team.server.ts';
import { listPending } from './invitations/invitation-store.server.ts';
import { countTeamProjects, listMembers } from './team-store.server.ts';
import type { TeamView } from './team.ts';

/** A team for a member of it; who is no owner sees no invitations. */
export async function viewTeam(
  app: AppContext,
  { team, caller, role }: FoundTeam,
): Promise<TeamView> {
  const { DB } = app.env;
  const [plan, rows, projects, invitations] = await Promise.all([
    loadTeamPlan(app, team.id),
    listMembers(DB, team.id),
    countTeamProjects(DB, team.id),
    reaches(role, 'owner') ? listPending(DB, team.id, Date.now()) : [],
  ]);
  const members = rows.map((member, index) => ({
    ...member,
    isPayer: member.uid === team.payer,
    isOverSeats: !plan.isPaused && index >= plan.seats,
  }));
  const seats = { used: rows.length, total: plan.seats };
  const { id, name } = team;
  const { isPaused } = plan;
  return { id, name, role, uid: caller.uid, isPaused, seats, projects, members, invitations };
}
