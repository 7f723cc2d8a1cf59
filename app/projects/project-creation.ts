import { DraftProgress } from '#app/drafts/draft.ts';
import { ProblemDocument } from '#app/platform/read-problem.ts';

import { ProjectView } from './project.ts';

/** Events of `POST /api/projects/begin` as an event stream: `project` or `problem` ends it. */
export const PROJECT_EVENTS = {
  progress: DraftProgress,
  project: ProjectView,
  problem: ProblemDocument,
};
