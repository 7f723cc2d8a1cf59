import { jsonRequest, requestJson, type RequestFailure } from '#app/api-client/api-request.ts';
import { githubPath } from '#app/github/links/links-client.ts';
import type { Result } from '#app/platform/result.ts';

import { PulledEdits, PullPreview, type NewPull } from './pull-preview.ts';

/** Compares the repository of a project with its latest version. */
export function getPullPreview(project: string): Promise<Result<PullPreview, RequestFailure>> {
  const path = `${githubPath(project)}/pull?preview=1`;
  return requestJson(PullPreview, path, jsonRequest('POST', {}));
}

/**
 * Takes edits of the repository of a project.
 * @param key the same for each attempt of one wish, so that it makes one version only
 */
export function postPull(
  project: string,
  pull: NewPull,
  key: string,
): Promise<Result<PulledEdits, RequestFailure>> {
  const init = jsonRequest('POST', pull, { 'idempotency-key': key });
  return requestJson(PulledEdits, `${githubPath(project)}/pull`, init);
}
