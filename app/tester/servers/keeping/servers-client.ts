import { jsonRequest, requestJson, sendRequest } from '#app/api-client/api-request.ts';

import { TestedServer } from './tested-server.ts';

const PATH = '/api/tester/servers';

/** Saves a server in the account, in place of the one with its id. */
export function putTestedServer({ id, ...settings }: TestedServer) {
  return requestJson(TestedServer, `${PATH}/${id}`, jsonRequest('PUT', settings));
}

/** Removes a server from the account. */
export function deleteTestedServer(id: string) {
  return sendRequest(`${PATH}/${id}`, { method: 'DELETE' });
}
