import { jsonRequest, requestJson, type RequestFailure } from '#app/api-client/api-request.ts';
import { githubPath } from '#app/github/links/links-client.ts';
import { ProjectLink } from '#app/github/links/project-link.ts';
import type { Result } from '#app/platform/result.ts';

import { LinkStatus, type LinkSettings } from './link-status.ts';

/** How the repository of a project is on GitHub now. */
export function getLinkStatus(project: string): Promise<Result<LinkStatus, RequestFailure>> {
  return requestJson(LinkStatus, `${githubPath(project)}/status`);
}

/** Changes the settings of a project's link. */
export function patchLinkSettings(
  project: string,
  settings: LinkSettings,
): Promise<Result<ProjectLink, RequestFailure>> {
  return requestJson(
    ProjectLink,
    `${githubPath(project)}/settings`,
    jsonRequest('PATCH', settings),
  );
}
