import { jsonRequest, requestJson, sendRequest } from '#app/api-client/api-request.ts';
import { BegunConnection, type ConnectionStart } from '#app/drafts/connections/connection.ts';
import { SecretStatus } from '#app/drafts/draft.ts';

import { StoredCredentialList } from './caller-credentials.ts';

/** Every credential that the user has stored for calls of their own. */
export function getOwnCredentials() {
  return requestJson(StoredCredentialList, '/api/credentials');
}

/** Sets a credential of the user's own, for the origins that were shown. */
export function putCredential(
  slug: string,
  { name, origins }: Pick<SecretStatus, 'name' | 'origins'>,
  value: string,
) {
  return requestJson(SecretStatus, pathOf(slug, name), jsonRequest('PUT', { value, origins }));
}

/** Confirms that it may go to the origins that were shown. */
export function confirmCredential(
  slug: string,
  { name, origins }: Pick<SecretStatus, 'name' | 'origins'>,
) {
  const confirmed = jsonRequest('PUT', { confirm: true, origins });
  return requestJson(SecretStatus, pathOf(slug, name), confirmed);
}

/** Begins to connect an API for the origins that were shown: the address at which the user signs in there. */
export function startCallerConnection(slug: string, start: ConnectionStart) {
  return requestJson(BegunConnection, pathOf(slug, 'connections'), jsonRequest('POST', start));
}

/**
 * Deletes it.
 *
 * @param place name of the endpoint, or id of its project.
 */
export function deleteCredential(place: string, name: string) {
  return sendRequest(pathOf(place, name), { method: 'DELETE' });
}

function pathOf(slug: string, name: string): string {
  return `/api/credentials/${encodeURIComponent(slug)}/${encodeURIComponent(name)}`;
}
