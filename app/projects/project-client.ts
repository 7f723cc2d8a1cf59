import type { Report } from '#app/blueprint/readiness/report.ts';
import {
  jsonRequest,
  requestJson,
  sendRequest,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import { DraftFiles, DraftReport, NewChat, type DraftFile } from '#app/drafts/draft.ts';
import type { Result } from '#app/platform/result.ts';

import { EndpointView } from './endpoint/endpoint.ts';
import type {
  NewProject,
  NewPublication,
  NewVersion,
  ProjectChange,
  VersionMerge,
} from './project-change.ts';
import { ProjectView } from './project.ts';
import { VersionDiff } from './version-diff.ts';
import { MergedDraft, MergePreview } from './version-merge.ts';
import { ListedVersion, VersionList, VersionView } from './version.ts';

/** A body before defaults are filled in. */
type Sent<Body extends { secrets: unknown }> = Omit<Body, 'secrets'> &
  Partial<Pick<Body, 'secrets'>>;

/**
 * Makes a project of a draft.
 * @param key the same for each attempt of one wish, so that it makes one project only
 */
export function postProject(
  project: Sent<NewProject>,
  key: string,
): Promise<Result<ProjectView, RequestFailure>> {
  const init = jsonRequest('POST', project, { 'idempotency-key': key });
  return requestJson(ProjectView, PROJECTS, init);
}

export function patchProject(
  id: string,
  change: ProjectChange,
): Promise<Result<ProjectView, RequestFailure>> {
  return requestJson(ProjectView, projectPath(id), jsonRequest('PATCH', change));
}

/** Deletes a project; the slug confirms that of one whose endpoint is live. */
export function deleteProject(id: string, confirm?: string) {
  return sendRequest(projectPath(id), jsonRequest('DELETE', { confirm }));
}

/** Moves a project to another account of the user's. */
export function postProjectMove(id: string, account: string) {
  return requestJson(ProjectView, `${projectPath(id)}/move`, jsonRequest('POST', { account }));
}

/** Takes the deletion back. */
export function undeleteProject(id: string) {
  return sendRequest(`${projectPath(id)}/undelete`, { method: 'POST' });
}

/** Saves a draft as the next version; a newer one than its base answers 409. */
export function postVersion(
  id: string,
  version: Sent<NewVersion>,
): Promise<Result<ListedVersion, RequestFailure>> {
  const init = jsonRequest('POST', version);
  return requestJson(ListedVersion, `${projectPath(id)}/versions`, init);
}

export function getVersion(
  id: string,
  number: number,
): Promise<Result<VersionView, RequestFailure>> {
  return requestJson(VersionView, versionPath(id, number));
}

/** Compares a version with another one of the same project. */
export function getVersionDiff(
  id: string,
  from: number,
  to: number,
): Promise<Result<VersionDiff, RequestFailure>> {
  return requestJson(VersionDiff, `${versionPath(id, to)}/diff?from=${from}`);
}

/** Shows the effect of taking a version's changes over into a chat. */
export function getMergePreview(
  id: string,
  number: number,
  merge: VersionMerge,
): Promise<Result<MergePreview, RequestFailure>> {
  const path = `${versionPath(id, number)}/merge?preview=1`;
  return requestJson(MergePreview, path, jsonRequest('POST', merge));
}

/** Takes a version's changes over into a chat that began with an earlier one. */
export function postMerge(
  id: string,
  number: number,
  merge: VersionMerge,
): Promise<Result<MergedDraft, RequestFailure>> {
  return requestJson(MergedDraft, `${versionPath(id, number)}/merge`, jsonRequest('POST', merge));
}

/** The generated project of a version, file by file. */
export function getVersionFiles(
  id: string,
  number: number,
): Promise<Result<DraftFile[], RequestFailure>> {
  return requestJson(DraftFiles, `${versionPath(id, number)}/files`);
}

/** Versions of a project before a number, newest first. */
export function getVersionsBefore(
  id: string,
  before: number,
): Promise<Result<VersionList, RequestFailure>> {
  return requestJson(VersionList, `${projectPath(id)}/versions?before=${before}`);
}

/** Where the generated project of a version is downloaded from. */
export function versionZipPath(id: string, number: number): string {
  return `${versionPath(id, number)}/files.zip`;
}

/** Opens a chat whose server is this version. */
export function postVersionDraft(
  id: string,
  number: number,
): Promise<Result<{ id: string }, RequestFailure>> {
  return requestJson(NewChat, `${versionPath(id, number)}/draft`, jsonRequest('POST', {}));
}

/** Checks a version, or answers the report of it that there is. */
export function getVersionReport(
  id: string,
  number: number,
): Promise<Result<Report, RequestFailure>> {
  return requestJson(DraftReport, `${projectPath(id)}/versions/${number}/report`);
}

/** Publishes a version, to all callers or to a share of them, or rolls back to it. */
export function postPublication(
  id: string,
  publication: NewPublication,
): Promise<Result<EndpointView, RequestFailure>> {
  const init = jsonRequest('POST', publication);
  return requestJson(EndpointView, `${projectPath(id)}/publication`, init);
}

/** Takes the endpoint offline. */
export function deletePublication(id: string): Promise<Result<EndpointView, RequestFailure>> {
  return requestJson(EndpointView, `${projectPath(id)}/publication`, { method: 'DELETE' });
}

const PROJECTS = '/api/projects';

function projectPath(id: string): string {
  return `${PROJECTS}/${encodeURIComponent(id)}`;
}

function versionPath(id: string, number: number): string {
  return `${projectPath(id)}/versions/${number}`;
}
