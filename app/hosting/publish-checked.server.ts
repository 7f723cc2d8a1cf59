import { isSwitchedOff } from '#app/controls/refuse-switched-off.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, type Result } from '#app/platform/result.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import {
  publishVersion,
  type VersionPublication,
} from '#app/projects/endpoint/publish-version.server.ts';
import { findVersionIn, type FoundProject } from '#app/projects/find-project.server.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';

import { reportOnVersion } from './report-version.server.ts';

/**
 * As `publishVersion`, unless operators have turned publishing off; where the project has a lowest score, a version that nobody has checked is checked first.
 */
export async function publishChecked(
  app: AppContext,
  request: Request,
  found: FoundProject,
  publication: VersionPublication,
): Promise<Result<EndpointView, ProjectProblem>> {
  if (await isSwitchedOff(app, 'publishing')) return fail({ reason: 'publishingOff' });
  if (found.project.minScore !== null) {
    const version = await findVersionIn(app, found, publication.version);
    if (version.ok && version.value.version.score === null) {
      await reportOnVersion(app, version.value);
    }
  }
  return publishVersion(app, request, found, publication);
}
