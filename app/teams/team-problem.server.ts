import { TIER_NAMES } from '#app/billing/limits.ts';
import { answerTierFailure, type TierFailure } from '#app/billing/tier-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';
import { answerProjectProblem, type ProjectProblem } from '#app/projects/project-problem.server.ts';

import type { InvitationState } from './invitations/invitation.ts';
import { MAX_PENDING } from './invitations/invitation-store.server.ts';

/** Why something asked of a team is not done. */
export type TeamProblem =
  | ProjectProblem
  | { reason: 'tier'; failure: TierFailure }
  /** Each payer has one team. */
  | { reason: 'oneTeam' }
  | { reason: 'notConfirmed'; name: string }
  | { reason: 'hasProjects'; count: number }
  | { reason: 'unknownMember' }
  | { reason: 'lastOwner' }
  | { reason: 'payer' }
  | { reason: 'unknownInvitation' }
  | { reason: 'memberAlready'; email: string }
  | { reason: 'tooManyInvitations' }
  /** The invitation cannot be accepted by who asks. */
  | { reason: 'notAccepted'; state: Exclude<InvitationState, 'open'>; email: string };

/** The problem document of a failure. */
export function answerTeamProblem(app: AppContext, failure: TeamProblem): Response {
  switch (failure.reason) {
    case 'tier':
      return answerTierFailure(app, failure.failure);
    case 'oneTeam':
    case 'notConfirmed':
    case 'hasProjects':
      return problem(app, toTeamParts(failure));
    case 'unknownMember':
    case 'lastOwner':
    case 'payer':
      return problem(app, toMemberParts(failure.reason));
    case 'unknownInvitation':
    case 'memberAlready':
    case 'tooManyInvitations':
      return problem(app, toInvitationParts(failure));
    case 'notAccepted':
      return problem(app, toRefusedParts(failure));
    default:
      return answerProjectProblem(app, failure);
  }
}

function toTeamParts(
  failure: Extract<TeamProblem, { reason: 'oneTeam' | 'notConfirmed' | 'hasProjects' }>,
): ProblemParts {
  switch (failure.reason) {
    case 'oneTeam':
      return refuse(
        409,
        `The plan ${TIER_NAMES.team} pays for one team, and you pay for one already. Delete that team, or let another owner take over its payment.`,
      );
    case 'notConfirmed':
      return refuse(409, `Confirm the deletion with the name of the team: ${failure.name}`);
    case 'hasProjects': {
      const what = failure.count === 1 ? '1 project' : `${failure.count} projects`;
      return refuse(409, `This team has ${what}. Move or delete them first.`);
    }
  }
}

function toMemberParts(reason: 'unknownMember' | 'lastOwner' | 'payer'): ProblemParts {
  switch (reason) {
    case 'unknownMember':
      return refuse(404, 'This team has no such member.');
    case 'lastOwner':
      return refuse(409, 'A team needs an owner. Make another member an owner first.');
    case 'payer':
      return refuse(
        409,
        'This owner pays for the team. Another owner has to take over the payment first.',
      );
  }
}

function toInvitationParts(
  failure: Extract<
    TeamProblem,
    { reason: 'unknownInvitation' | 'memberAlready' | 'tooManyInvitations' }
  >,
): ProblemParts {
  switch (failure.reason) {
    case 'unknownInvitation':
      return refuse(404, 'There is no such invitation. Ask an owner of the team for a new link.');
    case 'memberAlready':
      return refuse(409, `${failure.email} is a member of this team already.`);
    case 'tooManyInvitations':
      return refuse(
        409,
        `A team can have ${MAX_PENDING} open invitations. Revoke one that is no longer needed.`,
      );
  }
}

function toRefusedParts({
  state,
  email,
}: Extract<TeamProblem, { reason: 'notAccepted' }>): ProblemParts {
  const ask = 'Ask an owner of the team for a new link.';
  switch (state) {
    case 'signedOut':
      return refuse(401, 'Sign in to accept this invitation.');
    case 'unverified':
      return refuse(403, 'Verify your email address first, then accept the invitation.');
    case 'otherPerson':
      return refuse(403, `This invitation is for ${email}. Sign in with that address.`);
    case 'alreadyMember':
      return refuse(409, 'You are a member of this team already.');
    case 'used':
      return refuse(410, `This invitation was used already. ${ask}`);
    case 'revoked':
      return refuse(410, `This invitation was revoked or replaced. ${ask}`);
    case 'expired':
      return refuse(410, `This invitation has expired. ${ask}`);
    case 'full':
      return refuse(409, 'The team has no seat left. An owner of the team can add one.');
    case 'paused':
      return refuse(409, 'The plan of this team has ended, so nobody can join it at the moment.');
  }
}

function refuse(status: number, detail: string): ProblemParts {
  return { status, detail };
}
