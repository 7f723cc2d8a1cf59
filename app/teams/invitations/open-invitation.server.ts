import { identify, type Caller } from '#app/auth/caller.server.ts';
import { loadRole } from '#app/auth/user-store.server.ts';
import { loadTeamPlan } from '#app/billing/team-plan.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';
import type { TeamProblem } from '#app/teams/team-problem.server.ts';
import { countMembers } from '#app/teams/team-store.server.ts';

import {
  acceptInvitation,
  findInvitation,
  type StoredInvitation,
} from './invitation-store.server.ts';
import { isInvitationToken } from './invitation-token.ts';
import type { InvitationState, InvitationView } from './invitation.ts';
import { maskEmail } from './mask-email.ts';
import { toComparedEmail } from './to-compared-email.ts';

/** An invitation and who has come with its link. */
interface OpenedInvitation {
  view: InvitationView;
  invitation: StoredInvitation;
  caller: Caller;
}

/** Shows an invitation to who has its link, and what stands in the way of accepting it. */
export async function openInvitation(
  app: AppContext,
  request: Request,
  token: string,
): Promise<Result<OpenedInvitation, TeamProblem>> {
  if (!isInvitationToken(token)) return fail({ reason: 'unknownInvitation' });
  const caller = await identify(app, request);
  if (!caller.ok) return fail({ reason: 'refused', failure: caller });
  if (caller.value.kind === 'user' && caller.value.isStale) {
    return fail({ reason: 'refused', failure: { reason: 'staleSession' } });
  }
  const found = await findInvitation(app.env.DB, await sha256(token));
  if (found === null) return fail({ reason: 'unknownInvitation' });
  const { invitation, team } = found;
  const state = await judge(app, invitation, caller.value);
  const isMeant = isFor(invitation, caller.value);
  const view = {
    state,
    team,
    role: invitation.role,
    email: isMeant ? invitation.email : maskEmail(invitation.email),
    account: state === 'alreadyMember' ? invitation.accountId : null,
  };
  return succeed({ view, invitation, caller: caller.value });
}

/** Makes who has come with a link a member of its team, and returns the team's id. */
export async function joinTeam(
  app: AppContext,
  request: Request,
  token: string,
): Promise<Result<string, TeamProblem>> {
  const opened = await openInvitation(app, request, token);
  if (!opened.ok) return opened;
  const { view, invitation, caller } = opened.value;
  const refuse = (state: InvitationState) =>
    state === 'open' ? null : fail({ reason: 'notAccepted', state, email: view.email });
  const refused = refuse(view.state);
  if (refused !== null || caller.kind !== 'user') {
    return refused ?? fail({ reason: 'notAccepted', state: 'signedOut', email: view.email });
  }
  const { seats } = await loadTeamPlan(app, invitation.accountId);
  const joining = { uid: caller.uid, seats };
  const isDone = await acceptInvitation(app.env.DB, invitation, joining, Date.now());
  if (isDone) return succeed(invitation.accountId);
  // Somebody was first: what they did is said.
  const again = await openInvitation(app, request, token);
  if (!again.ok) return again;
  return refuse(again.value.view.state) ?? fail({ reason: 'unknownInvitation' });
}

async function judge(
  app: AppContext,
  invitation: StoredInvitation,
  caller: Caller,
): Promise<InvitationState> {
  const { accountId } = invitation;
  const isMember = caller.kind === 'user' && (await loadRole(app.env.DB, accountId, caller.uid));
  if (isMember) return 'alreadyMember';
  if (invitation.acceptedAt !== null) return 'used';
  if (invitation.revokedAt !== null) return 'revoked';
  if (invitation.expiresAt <= Date.now()) return 'expired';
  if (caller.kind !== 'user' || caller.provider === 'anonymous') return 'signedOut';
  if (!isSame(invitation, caller.email)) return 'otherPerson';
  if (!caller.isEmailVerified) return 'unverified';
  const [plan, members] = await Promise.all([
    loadTeamPlan(app, accountId),
    countMembers(app.env.DB, accountId),
  ]);
  if (plan.isPaused) return 'paused';
  return members < plan.seats ? 'open' : 'full';
}

/** Whether the caller has proved that the address of an invitation is theirs. */
function isFor(invitation: StoredInvitation, caller: Caller): boolean {
  return caller.kind === 'user' && caller.isEmailVerified && isSame(invitation, caller.email);
}

function isSame({ email }: StoredInvitation, own: string | null): boolean {
  return own !== null && toComparedEmail(own) === email;
}
