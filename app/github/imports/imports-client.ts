import { jsonRequest, requestJson } from '#app/api-client/api-request.ts';

import { FoundRepository } from './found-repository.ts';

/** Finds the MCP servers of a repository by its address; GitHub is asked, and nothing of it is run. */
export function requestServers(address: string) {
  return requestJson(FoundRepository, '/api/github/imports', jsonRequest('POST', { address }));
}
