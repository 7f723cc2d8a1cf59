import { jsonRequest, requestJson, sendRequest } from '#app/api-client/api-request.ts';

import { SavedServer } from './saved-server.ts';

const PATH = '/api/tester/servers';

/** Saves a server in the account, in place of the one with its id. */
export function putSavedServer({ id, ...settings }: SavedServer) {
  return requestJson(SavedServer, `${PATH}/${id}`, jsonRequest('PUT', settings));
}

/** Removes a server from the account. */
export function deleteSavedServer(id: string) {
  return sendRequest(`${PATH}/${id}`, { method: 'DELETE' });
}
