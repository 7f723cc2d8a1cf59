import { jsonRequest, requestJson } from '#app/api-client/api-request.ts';

import { CreatedRepository, NameAnswer, OwnerList, type NewRepository } from './new-repository.ts';
import { RepositoryPage } from './repository.ts';

const PATH = '/api/github/repositories';

/** A page of the repositories that the user may reach. */
export function requestRepositories(
  { query, cursor, isFresh }: { query: string; cursor: string | null; isFresh: boolean },
  init: Pick<RequestInit, 'signal'> = {},
) {
  const parameters = new URLSearchParams({ query });
  if (cursor !== null) parameters.set('cursor', cursor);
  if (isFresh) parameters.set('fresh', '1');
  return requestJson(RepositoryPage, `${PATH}?${parameters}`, init);
}

/** The accounts in which a repository may be created. */
export function requestOwners() {
  return requestJson(OwnerList, `${PATH}/owners`);
}

/** Whether a name is free in an account. */
export function requestNameAnswer(
  owner: string,
  name: string,
  init: Pick<RequestInit, 'signal'> = {},
) {
  const parameters = new URLSearchParams({ owner, name });
  return requestJson(NameAnswer, `${PATH}/availability?${parameters}`, init);
}

/** Creates a repository. */
export function requestNewRepository(wish: NewRepository) {
  return requestJson(CreatedRepository, PATH, jsonRequest('POST', wish));
}
