import type { RepositoryGone } from '#app/github/links/open-repository.server.ts';
import type { ConnectionFailure } from '#app/github/connection/require-connection.server.ts';
import { answerGithubFailure } from '#app/github/github-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import type { PathBlock } from './compare-files.ts';
import type { PushFailure } from './push-version.server.ts';

/** Every way in which something asked of a project's repository can fail. */
export type LinkProblem =
  | RepositoryGone
  | { reason: 'noLink' }
  | { reason: 'repositoryArchived' | 'repositoryReadOnly'; owner: string; name: string }
  | PushFailure
  | ConnectionFailure;

type OwnProblem = Exclude<LinkProblem, ConnectionFailure>;

/** The answer to a request that a project's repository does not allow. */
export function answerLinkProblem(app: AppContext, failure: LinkProblem | ProjectProblem) {
  if (isOwn(failure)) return problem(app, toParts(failure));
  if (isOfConnection(failure)) return answerGithubFailure(app, failure);
  return answerProjectProblem(app, failure);
}

/** Why a push failed, for the list of pushes. */
export function describeLinkProblem(failure: LinkProblem): string {
  if (isOwn(failure)) return toParts(failure).detail;
  switch (failure.reason) {
    case 'githubLimited':
      return 'GitHub’s rate limit was reached.';
    case 'githubUnavailable':
      return 'GitHub did not answer.';
    case 'githubRevoked':
    case 'notConnected':
      return 'The connection to GitHub had ended.';
    case 'githubForbidden':
    case 'githubConflict':
    case 'githubRefused':
      return `GitHub refused it: ${failure.message}`;
    default:
      return 'GitHub refused it.';
  }
}

const OWN: readonly string[] = [
  'branchMissing',
  'editsUnseen',
  'noLink',
  'pathsBlocked',
  'pullOpen',
  'pushContended',
  'pushedMeanwhile',
  'repositoryArchived',
  'repositoryGone',
  'repositoryReadOnly',
  'treeTooLarge',
] satisfies OwnProblem['reason'][];

function isOwn(failure: { reason: string }): failure is OwnProblem {
  return OWN.includes(failure.reason);
}

function isOfConnection(failure: { reason: string }): failure is ConnectionFailure {
  return failure.reason.startsWith('github') || failure.reason === 'notConnected';
}

function toParts(failure: OwnProblem): ProblemParts {
  switch (failure.reason) {
    case 'noLink':
      return refuse('This project has no repository yet. Choose one first.');
    case 'repositoryGone':
      return refuse(
        `There is no repository ${failure.owner}/${failure.name} any more, or your connection may not see it. Link the project to another one, or give the app access to it on GitHub.`,
      );
    case 'repositoryArchived':
      return refuse(
        `${failure.owner}/${failure.name} is archived, so that nothing can be pushed to it. Unarchive it on GitHub, or link another one.`,
      );
    case 'repositoryReadOnly':
      return {
        status: 403,
        detail: `You may read ${failure.owner}/${failure.name}, and not push to it. Ask its owner for write access.`,
      };
    case 'branchMissing':
      return refuse(
        `The repository has no branch ${failure.branch}. Create it on GitHub, or link the project to another branch.`,
      );
    case 'treeTooLarge':
      return refuse(
        'A directory of this repository has more files than GitHub lists. Push to another repository.',
      );
    case 'pathsBlocked':
      return {
        ...refuse('Something in the repository stands in the way of generated files.'),
        problems: failure.blocks.map((block) => ({
          path: block.path,
          message: describeBlock(block),
        })),
      };
    default:
      return toRaceParts(failure);
  }
}

/** Something that others have done meanwhile. */
function toRaceParts(
  failure: Extract<
    OwnProblem,
    { reason: 'editsUnseen' | 'pullOpen' | 'pushContended' | 'pushedMeanwhile' }
  >,
): ProblemParts {
  switch (failure.reason) {
    case 'editsUnseen':
      return {
        ...refuse('Files have been edited since you compared them. Compare them again.'),
        problems: failure.paths.map((path) => ({ path, message: 'It has been edited again.' })),
      };
    case 'pullOpen':
      return refuse(
        `Version ${failure.version} waits in pull request #${failure.pull}. Merge or close it first.`,
      );
    case 'pushContended':
      return refuse('Others keep pushing to this branch. Nothing was pushed. Try again.');
    case 'pushedMeanwhile':
      return refuse(
        `Version ${failure.version} was pushed in the meantime. Nothing was pushed. Compare again to push this version over it.`,
      );
  }
}

function describeBlock({ why, blocker }: PathBlock): string {
  switch (why) {
    case 'unsafe':
      return 'This path does not stay in the repository.';
    case 'directory':
      return `${blocker} is a directory there. Rename it, or push to another branch.`;
    case 'submodule':
      return `${blocker} is a submodule there. Remove it, or push to another branch.`;
    case 'parent':
      return `${blocker} is no directory there, but a file, a symbolic link or a submodule. Rename it, or push to another branch.`;
  }
}

function refuse(detail: string): ProblemParts {
  return { status: 409, detail };
}
