import { jsonRequest, requestJson, sendRequest } from '#app/api-client/api-request.ts';

import type { KeyRotation, NewApiKey } from './api-key-change.ts';
import { CreatedKey } from './api-key.ts';

/** Creates a key of the signed-in user's account. */
export function requestKey(key: NewApiKey) {
  return requestJson(CreatedKey, '/api/keys', jsonRequest('POST', key));
}

/** Creates a key in the place of another. */
export function requestKeyRotation(id: string, rotation: KeyRotation) {
  return requestJson(CreatedKey, `/api/keys/${id}/rotate`, jsonRequest('POST', rotation));
}

/** Ends a key. */
export function requestKeyEnd(id: string) {
  return sendRequest(`/api/keys/${id}`, { method: 'DELETE' });
}
