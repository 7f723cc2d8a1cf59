import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { TIER_NAMES, type GateTier } from '#app/billing/limits.ts';
import { answerTierFailure, TIER_REQUIRED_TYPE } from '#app/billing/tier-problem.server.ts';
import { toParts } from '#app/drafts/draft-problem.server.ts';
import type { FindProblem } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';

import { ENDPOINT_LIVE_TYPE, VERSION_CONFLICT_TYPE } from './project-problem-types.ts';

/** Why something that is published is not. */
type PublishProblem =
  | { reason: 'unchecked'; version: number; minScore: number }
  | { reason: 'belowGate'; version: number; score: number; minScore: number }
  /** Secrets that each caller would have to give. */
  | { reason: 'callerSecrets'; names: string[] }
  /** A version for a share of the callers needs another one for the others, and still has to be rolled out. */
  | { reason: 'nothingServed' | 'servedToAll' | 'noRollout'; version: number }
  | { reason: 'endpointsFull'; has: GateTier; limit: number };

/** Why a project cannot be made or changed. */
type ChangeProblem =
  | { reason: 'unknownProject' }
  | { reason: 'unknownVersion'; version: number }
  /** Its endpoint is closed already. */
  | { reason: 'halfDeleted' }
  | { reason: 'noTools' }
  | { reason: 'badSlug'; message: string }
  | { reason: 'slugTaken'; slug: string }
  /** A newer version than the one that the person knows. */
  | { reason: 'versionConflict'; latest: number }
  | { reason: 'projectsFull'; has: GateTier; limit: number }
  /** Something is served, and the deletion was not confirmed. */
  | { reason: 'endpointLive'; slug: string };

/** Every way in which something asked of a project can fail. */
export type ProjectProblem =
  | ChangeProblem
  | PublishProblem
  | { reason: 'statusUnavailable' }
  /** A problem of the draft that is saved, or of who asks. */
  | FindProblem;

/** The problem document of a failure. */
export function answerProjectProblem(app: AppContext, failure: ProjectProblem): Response {
  if (failure.reason === 'refused') return answerAuthFailure(app, failure.failure);
  if (failure.reason === 'statusUnavailable') return answerTierFailure(app, failure);
  return problem(app, toProjectParts(failure));
}

function toProjectParts(
  failure: Exclude<ProjectProblem, { reason: 'refused' | 'statusUnavailable' }>,
): ProblemParts {
  switch (failure.reason) {
    case 'unknownProject':
      return refuse(404, 'There is no such project, or it is not yours.');
    case 'unknownVersion':
      return refuse(404, `The project has no version ${failure.version}.`);
    case 'halfDeleted':
      return refuse(
        409,
        'The deletion of this project was not finished. Delete it again, or undo the deletion.',
      );
    case 'noTools':
      return refuse(422, 'The server has no enabled tool yet. Add or enable one, then save it.');
    case 'badSlug':
      return refuse(422, failure.message);
    case 'slugTaken':
      return refuse(409, `The address name "${failure.slug}" is taken. Choose another one.`);
    case 'versionConflict': {
      const detail = `Version ${failure.latest} was saved in the meantime. Compare it with yours, then save again.`;
      return { ...refuse(409, detail), type: VERSION_CONFLICT_TYPE, title: 'version_conflict' };
    }
    case 'endpointLive': {
      const detail = `The endpoint of this project is live. Confirm the deletion with its name: ${failure.slug}`;
      return { ...refuse(409, detail), type: ENDPOINT_LIVE_TYPE, title: 'endpoint_live' };
    }
    case 'projectsFull':
      return needPlan(failure, count(failure.limit, 'project'), 'Delete one');
    case 'unchecked':
    case 'belowGate':
    case 'callerSecrets':
    case 'nothingServed':
    case 'servedToAll':
    case 'noRollout':
    case 'endpointsFull':
      return toPublishParts(failure);
    default:
      return toParts(failure);
  }
}

function toPublishParts(failure: PublishProblem): ProblemParts {
  switch (failure.reason) {
    case 'unchecked': {
      const { version, minScore } = failure;
      return refuse(
        409,
        `Version ${version} has not been checked, and this project publishes from a score of ${minScore} on. Continue it in a chat, open the report there, and save it again.`,
      );
    }
    case 'belowGate': {
      const { version, score, minScore } = failure;
      return refuse(
        409,
        `Version ${version} has a score of ${score}; this project publishes from ${minScore} on.`,
      );
    }
    case 'callerSecrets': {
      const names = failure.names.slice(0, 5).join(', ');
      return refuse(
        409,
        `Each caller would have to give a value of their own for ${names}, which endpoints do not ask for yet. Make it a secret of the server.`,
      );
    }
    case 'nothingServed':
      return refuse(
        409,
        `Nothing is served yet, so the other callers would get nothing. Publish version ${failure.version} for all.`,
      );
    case 'servedToAll':
      return refuse(409, `All callers get version ${failure.version} already.`);
    case 'noRollout':
      return refuse(
        409,
        `Version ${failure.version} is not being rolled out any more: it was taken back, or another one was published.`,
      );
    case 'endpointsFull':
      return needPlan(
        failure,
        count(failure.limit, 'private endpoint'),
        'Take another one offline, or open it to all keys',
      );
  }
}

/** A limit of the plan, and what else can be done. */
function needPlan({ has }: { has: GateTier }, room: string, instead: string): ProblemParts {
  return {
    ...refuse(
      403,
      `The plan ${TIER_NAMES[has]} has room for ${room}. ${instead}, or change your plan.`,
    ),
    type: TIER_REQUIRED_TYPE,
    title: 'tier_required',
  };
}

function count(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}

function refuse(status: number, detail: string): ProblemParts {
  return { status, detail };
}
