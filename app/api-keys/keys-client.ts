import { jsonRequest, requestJson, sendRequest } from '#app/api-client/api-request.ts';

import type { KeyRotation, NewApiKey } from './api-key-change.ts';
import { CreatedKey } from './api-key.ts';

/**
 * Creates a key of the signed-in user's account.
 * @param account id of a team, whose key it is instead
 */
export function requestKey(key: NewApiKey, account: string | undefined) {
  return requestJson(CreatedKey, `/api/keys${toQuery(account)}`, jsonRequest('POST', key));
}

/** Creates a key in the place of another. */
export function requestKeyRotation(id: string, rotation: KeyRotation, account: string | undefined) {
  return requestJson(
    CreatedKey,
    `/api/keys/${id}/rotate${toQuery(account)}`,
    jsonRequest('POST', rotation),
  );
}

/** Ends a key. */
export function requestKeyEnd(id: string, account: string | undefined) {
  return sendRequest(`/api/keys/${id}${toQuery(account)}`, { method: 'DELETE' });
}

function toQuery(account: string | undefined): string {
  return account === undefined ? '' : `?account=${encodeURIComponent(account)}`;
}
