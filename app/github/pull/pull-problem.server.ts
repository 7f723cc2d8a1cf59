import { answerLinkProblem, type LinkProblem } from '#app/github/push/push-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';

type OwnProblem =
  /** The branch holds no version of ours that edits could be told from. */
  | { reason: 'nothingPushed' }
  /** The branch has another commit than the person has seen. */
  | { reason: 'editsMoved' }
  | { reason: 'noEdits' };

/** Every way in which edits of a repository cannot be taken. */
export type PullProblem = OwnProblem | LinkProblem | ProjectProblem;

/** The answer to a request for edits of a repository that cannot be met. */
export function answerPullProblem(app: AppContext, failure: PullProblem): Response {
  return isOwn(failure)
    ? problem(app, { status: 409, detail: DETAILS[failure.reason] })
    : answerLinkProblem(app, failure);
}

const DETAILS: Record<OwnProblem['reason'], string> = {
  nothingPushed:
    'The repository holds no version of this project yet. Push one first: edits are told from what was pushed.',
  editsMoved: 'The branch has moved since you compared it. Compare it again.',
  noEdits: 'The latest version has all of these edits already. Nothing was changed.',
};

function isOwn(failure: PullProblem): failure is OwnProblem {
  return Object.hasOwn(DETAILS, failure.reason);
}
