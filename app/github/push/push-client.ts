import { jsonRequest, requestJson, type RequestFailure } from '#app/api-client/api-request.ts';
import { githubPath } from '#app/github/links/links-client.ts';
import { ProjectPush } from '#app/github/links/project-link.ts';
import type { Result } from '#app/platform/result.ts';

import { PushPreview, type NewPush } from './push-preview.ts';

/** Shows what a push of a version would do. */
export function getPushPreview(
  project: string,
  version: number,
): Promise<Result<PushPreview, RequestFailure>> {
  const path = `${githubPath(project)}/pushes?preview=1`;
  return requestJson(PushPreview, path, jsonRequest('POST', { version }));
}

/**
 * Pushes a version.
 * @param key the same for each attempt of one wish, so that it makes one push only
 */
export function postPush(
  project: string,
  push: NewPush,
  key: string,
): Promise<Result<ProjectPush, RequestFailure>> {
  const init = jsonRequest('POST', push, { 'idempotency-key': key });
  return requestJson(ProjectPush, `${githubPath(project)}/pushes`, init);
}
