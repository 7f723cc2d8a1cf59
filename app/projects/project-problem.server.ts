import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import type { Role } from '#app/auth/role.ts';
import type { ReachedLimit } from '#app/billing/find-lifting.ts';
import { toLimitParts } from '#app/billing/limit-problem.server.ts';
import { answerTierFailure, TIER_REQUIRED_TYPE } from '#app/billing/tier-problem.server.ts';
import { SWITCHED_OFF_TYPE } from '#app/controls/switched-off-type.ts';
import { SWITCH_WORDS } from '#app/controls/switches.ts';
import { toParts } from '#app/drafts/draft-problem.server.ts';
import type { FindProblem } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';

import {
  ENDPOINT_LIVE_TYPE,
  ROLE_REQUIRED_TYPE,
  VERSION_CONFLICT_TYPE,
} from './project-problem-types.ts';
import { MAX_RETIRED_SLUGS } from './slug-store.server.ts';
import {
  toTestParts,
  type TestGateProblem,
  type TestProblem,
} from './tests/test-problem.server.ts';

/** Why something that is published is not. */
type PublishProblem =
  | { reason: 'unchecked'; version: number; minScore: number }
  | { reason: 'belowGate'; version: number; score: number; minScore: number }
  | TestGateProblem
  /** Secrets of callers for an API that somebody connects by signing in. */
  | { reason: 'callerSecrets'; names: string[] }
  /** A version for a share of the callers needs another one for the others, and still has to be rolled out. */
  | { reason: 'nothingServed' | 'servedToAll' | 'noRollout' | 'laterServed'; version: number }
  /** Whether the plan has room for the private endpoint cannot be found out at the moment. */
  | { reason: 'endpointsUncounted' };

/** Why an endpoint does not get a name in its address. */
type SlugProblem =
  | { reason: 'badSlug'; message: string }
  | { reason: 'slugTaken'; slug: string }
  /** The project has given up as many names as it may keep from others. */
  | { reason: 'slugsFull' };

/** Why the changes of a version are not taken over into a chat. */
type MergeProblem =
  /** The chat did not begin with an earlier version of the project. */
  | { reason: 'notBehind'; version: number }
  /** Entries that both sides changed, for which nobody has chosen one. */
  | { reason: 'mergeConflicts'; count: number }
  /** The merged parts do not fit together. */
  | { reason: 'unfitMerge'; problems: PathProblem[] };

/** Why somebody may not do this in an account. */
type RightsProblem =
  /** There is none, or the caller has no role in it. */
  | { reason: 'unknownAccount' }
  | { reason: 'roleTooLow'; role: Role; needed: Role }
  /** Nobody pays for the team, so that only its owners change anything. */
  | { reason: 'teamPaused' };

/** Why a project cannot be made or changed. */
type ChangeProblem =
  | { reason: 'unknownProject' }
  | RightsProblem
  /** The key is limited to chosen projects, and a new one is none of them. */
  | { reason: 'chosenProjects' }
  | { reason: 'unknownVersion'; version: number }
  /** Its endpoint is closed already. */
  | { reason: 'halfDeleted' }
  | { reason: 'noTools' }
  | SlugProblem
  /** A newer version than the one that the person knows. */
  | { reason: 'versionConflict'; latest: number }
  | MergeProblem
  | ({ reason: 'limitReached' } & ReachedLimit)
  /** Something is served, and the deletion was not confirmed. */
  | { reason: 'endpointLive'; slug: string };

/** Every way in which something asked of a project can fail. */
export type ProjectProblem =
  | ChangeProblem
  | PublishProblem
  | TestProblem
  | { reason: 'statusUnavailable' }
  /** Operators let nobody publish for the moment. */
  | { reason: 'publishingOff' }
  /** A problem of the draft that is saved, or of who asks. */
  | FindProblem;

/** The problem document of a failure. */
export function answerProjectProblem(app: AppContext, failure: ProjectProblem): Response {
  if (failure.reason === 'refused') return answerAuthFailure(app, failure.failure);
  switch (failure.reason) {
    case 'statusUnavailable':
      return answerTierFailure(app, failure);
    case 'publishingOff':
      return problem(app, {
        ...refuse(503, SWITCH_WORDS.publishing.refusal),
        type: SWITCHED_OFF_TYPE,
        title: 'switched_off',
      });
    case 'unknownAccount':
    case 'roleTooLow':
    case 'teamPaused':
      return problem(app, toRightsParts(failure));
    default:
      return problem(app, toProjectParts(failure));
  }
}

/** Problems that are answered as the others, by status and words alone. */
type PlainProblem = Exclude<
  ProjectProblem,
  { reason: 'refused' | 'statusUnavailable' | 'publishingOff' } | RightsProblem
>;

function toProjectParts(failure: PlainProblem): ProblemParts {
  switch (failure.reason) {
    case 'unknownProject':
      return refuse(404, 'There is no such project, or it is not yours.');
    case 'unknownVersion':
      return refuse(404, `The project has no version ${failure.version}.`);
    case 'chosenProjects':
      return refuse(
        403,
        'This key manages chosen projects only, so it cannot create another one. Create a key for all projects, at /api-keys.',
      );
    case 'halfDeleted':
      return refuse(
        409,
        'The deletion of this project was not finished. Delete it again, or undo the deletion.',
      );
    case 'noTools':
      return refuse(
        422,
        'This version has no enabled tool. Add or enable one in a chat, save it, and publish that version.',
      );
    case 'versionConflict':
      return toConflictParts(failure.latest);
    case 'endpointLive': {
      const detail = `The endpoint of this project is live. Confirm the deletion with its name: ${failure.slug}`;
      return { ...refuse(409, detail), type: ENDPOINT_LIVE_TYPE, title: 'endpoint_live' };
    }
    case 'badSlug':
    case 'slugTaken':
    case 'slugsFull':
      return toSlugParts(failure);
    case 'notBehind':
    case 'mergeConflicts':
    case 'unfitMerge':
      return toMergeParts(failure);
    case 'limitReached':
      return toLimitParts(failure, Date.now());
    case 'unchecked':
    case 'belowGate':
    case 'callerSecrets':
    case 'nothingServed':
    case 'servedToAll':
    case 'noRollout':
    case 'laterServed':
    case 'endpointsUncounted':
      return toPublishParts(failure);
    case 'unknownTest':
    case 'testsFull':
    case 'secretInTest':
    case 'testsNotRun':
    case 'testsFailed':
      return toTestParts(failure);
    default:
      return toParts(failure);
  }
}

/** Its parts: the words are those of teams, since a personal account has its owner only. */
function toRightsParts(failure: RightsProblem): ProblemParts {
  switch (failure.reason) {
    case 'unknownAccount':
      return refuse(404, 'There is no such team, or you are not a member of it.');
    case 'roleTooLow':
      return {
        ...refuse(
          403,
          `Your role in this team is ${failure.role}. This needs the role ${failure.needed}: ask an owner of the team.`,
        ),
        type: ROLE_REQUIRED_TYPE,
        title: 'role_required',
      };
    case 'teamPaused':
      return {
        ...refuse(
          403,
          'The plan Team of this team has ended, so that only its owners can change its projects. You can still view them.',
        ),
        type: TIER_REQUIRED_TYPE,
        title: 'tier_required',
      };
  }
}

function toSlugParts(failure: SlugProblem): ProblemParts {
  switch (failure.reason) {
    case 'badSlug':
      return refuse(422, failure.message);
    case 'slugTaken':
      return refuse(409, `The address name "${failure.slug}" is taken. Choose another one.`);
    case 'slugsFull':
      return refuse(
        409,
        `This project has given up ${MAX_RETIRED_SLUGS} address names in the last 90 days. Go back to one of them, or wait.`,
      );
  }
}

function toMergeParts(failure: MergeProblem): ProblemParts {
  switch (failure.reason) {
    case 'notBehind':
      return refuse(
        409,
        `This chat did not begin with a version before ${failure.version} of this project.`,
      );
    case 'mergeConflicts':
      return refuse(
        409,
        `Both sides have changed the same ${failure.count === 1 ? 'part' : `${failure.count} parts`}. Choose one side for each.`,
      );
    case 'unfitMerge':
      return {
        ...refuse(
          422,
          'The changes of both sides do not fit together; nothing was changed. Choose another side, or change the chat first.',
        ),
        problems: failure.problems,
      };
  }
}

function toConflictParts(latest: number): ProblemParts {
  const detail = `Version ${latest} was saved in the meantime. Compare it with yours, then save again.`;
  const kind = { type: VERSION_CONFLICT_TYPE, title: 'version_conflict' };
  return { ...refuse(409, detail), ...kind, latest };
}

function toPublishParts(failure: Exclude<PublishProblem, TestGateProblem>): ProblemParts {
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
        `${names} registers the server with an API that each caller signs in to, so that it is the same for everybody. Make it a secret of the server.`,
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
        `Version ${failure.version} is not being rolled out any more: it was rolled back, or another one was published.`,
      );
    case 'laterServed':
      return refuse(409, `A newer version than ${failure.version} is published already.`);
    case 'endpointsUncounted':
      return {
        ...refuse(
          503,
          'Whether your plan has room for this endpoint cannot be checked at the moment. Nothing was changed. Try again in a few seconds.',
        ),
        headers: { 'retry-after': '5' },
      };
  }
}

function refuse(status: number, detail: string): ProblemParts {
  return { status, detail };
}
