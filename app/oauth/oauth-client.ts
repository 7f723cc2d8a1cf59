import { jsonRequest, requestJson, sendRequest } from '#app/api-client/api-request.ts';

import { ConsentAnswer, type ConsentDecision } from './consent/consent.ts';

/** Answers an app's request for the signed-in user. */
export function requestConsent(decision: ConsentDecision) {
  return requestJson(ConsentAnswer, '/api/oauth/consent', jsonRequest('POST', decision));
}

/** Ends what an app may do. */
export function requestAppEnd(id: string) {
  return sendRequest(`/api/oauth/apps/${id}`, { method: 'DELETE' });
}
