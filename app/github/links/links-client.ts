import {
  jsonRequest,
  requestJson,
  sendRequest,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import type { Result } from '#app/platform/result.ts';

import { GithubOfProject, LinkedProjects, ProjectLink, type NewLink } from './project-link.ts';

/** Path of what concerns a project on GitHub. */
export function githubPath(project: string): string {
  return `/api/projects/${project}/github`;
}

/** The repository of a project, and its pushes before a time; absent: the last ones. */
export function getProjectGithub(
  project: string,
  before?: number,
): Promise<Result<GithubOfProject, RequestFailure>> {
  const query = before === undefined ? '' : `?before=${before}`;
  return requestJson(GithubOfProject, githubPath(project) + query);
}

/** Links a project to a repository. */
export function putProjectLink(
  project: string,
  link: NewLink,
): Promise<Result<ProjectLink, RequestFailure>> {
  return requestJson(ProjectLink, githubPath(project), jsonRequest('PUT', link));
}

/** Ends the link of a project; the repository stays as it is. */
export function deleteProjectLink(project: string) {
  return sendRequest(githubPath(project), { method: 'DELETE' });
}

/** The user's projects that have a repository. */
export function getLinkedProjects() {
  return requestJson(LinkedProjects, '/api/github/projects');
}
