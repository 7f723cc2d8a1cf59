import { jsonRequest, requestJson, sendRequest } from '#app/api-client/api-request.ts';
import { SecretStatus } from '#app/drafts/draft.ts';

import type { SecretEnvironment } from './project-secret-owner.ts';
import { SecretStatusList, SecretTest } from './project-secrets.ts';

/** The secrets of a project in an environment, and which have a value. */
export function getProjectSecrets(id: string, environment: SecretEnvironment) {
  return requestJson(SecretStatusList, `${pathOf(id)}?environment=${environment}`);
}

/** Sets a value, for the origins that were shown. */
export function putProjectSecret(
  id: string,
  environment: SecretEnvironment,
  { name, origins }: Pick<SecretStatus, 'name' | 'origins'>,
  value: string,
) {
  const path = `${pathOf(id)}/${environment}/${encodeURIComponent(name)}`;
  return requestJson(SecretStatus, path, jsonRequest('PUT', { value, origins }));
}

/** Confirms that a value may go to the origins that were shown. */
export function confirmProjectSecret(
  id: string,
  environment: SecretEnvironment,
  { name, origins }: Pick<SecretStatus, 'name' | 'origins'>,
) {
  const path = `${pathOf(id)}/${environment}/${encodeURIComponent(name)}`;
  return requestJson(SecretStatus, path, jsonRequest('PUT', { confirm: true, origins }));
}

/** Sends a request that changes nothing with a value, and tells how the API took it. */
export function testProjectSecret(id: string, environment: SecretEnvironment, name: string) {
  const path = `${pathOf(id)}/${environment}/${encodeURIComponent(name)}/test`;
  return requestJson(SecretTest, path, { method: 'POST' });
}

/** Deletes a value. */
export function deleteProjectSecret(id: string, environment: SecretEnvironment, name: string) {
  const path = `${pathOf(id)}/${environment}/${encodeURIComponent(name)}`;
  return sendRequest(path, { method: 'DELETE' });
}

function pathOf(id: string): string {
  return `/api/projects/${encodeURIComponent(id)}/secrets`;
}
