import { writeToken } from '#app/platform/checksummed-token.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { loadTeamPlan } from '#app/billing/team-plan.server.ts';
import type { FoundTeam } from '#app/teams/find-team.server.ts';
import type { NewInvitation } from '#app/teams/team-change.ts';
import type { TeamProblem } from '#app/teams/team-problem.server.ts';
import { listMembers } from '#app/teams/team-store.server.ts';

import { INVITATION_PREFIX } from './invitation-token.ts';
import { insertInvitation } from './invitation-store.server.ts';
import type { CreatedInvitation } from './invitation.ts';
import { toComparedEmail } from './to-compared-email.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const LIFETIME_MS = 7 * DAY_MS;
const TOKEN_BYTES = 32;

/**
 * Makes a link with which the owner of an address joins a team, in the place of an earlier one for that address. The
 * token is behind the `#`: browsers send that part to no server, so that it is in no log and no Referer.
 */
export async function invite(
  app: AppContext,
  { team, caller }: FoundTeam,
  { email: typed, role }: NewInvitation,
): Promise<Result<CreatedInvitation, TeamProblem>> {
  const email = toComparedEmail(typed);
  const [plan, members] = await Promise.all([
    loadTeamPlan(app, team.id),
    listMembers(app.env.DB, team.id),
  ]);
  if (plan.isPaused) return fail({ reason: 'teamPaused' });
  const isMember = members.some((member) => toComparedEmail(member.email ?? '') === email);
  if (isMember) return fail({ reason: 'memberAlready', email });
  const token = writeToken(INVITATION_PREFIX, crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  const now = Date.now();
  const invitation = { id: randomId(), email, role, createdAt: now, expiresAt: now + LIFETIME_MS };
  const isAdded = await insertInvitation(app.env.DB, {
    ...invitation,
    accountId: team.id,
    hash: await sha256(token),
    createdBy: caller.uid,
  });
  if (!isAdded) return fail({ reason: 'tooManyInvitations' });
  const seatsLeft = Math.max(0, plan.seats - members.length);
  return succeed({ invitation, link: `${app.origin}/invite#${token}`, seatsLeft });
}
