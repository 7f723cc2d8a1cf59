import type { Refusal, RequestAuthorization } from './request-authorization.ts';

/** A refusal is answered this often; then it stands. */
const MAX_ANSWERS = 2;

/**
 * A `fetch` whose requests carry an authorization, and are sent again once a refusal has been answered. A request
 * that has the header `Authorization` already is sent as it is: the person's own header wins.
 */
export function authorizeFetch(
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>,
  authorization: RequestAuthorization,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    if (new Headers(init.headers).has('authorization')) return fetch(url, init);
    for (let answers = 0; ; answers += 1) {
      const sent = authorization.getHeader();
      const response = await fetch(url, withHeader(init, sent));
      const refusal = readRefusal(response, sent);
      if (refusal === null || answers === MAX_ANSWERS) return response;
      if (!(await authorization.answerRefusal(refusal, init.signal ?? undefined))) return response;
      await response.body?.cancel();
    }
  };
}

function withHeader(init: RequestInit, value: string | null): RequestInit {
  if (value === null) return init;
  const headers = new Headers(init.headers);
  headers.set('authorization', value);
  return { ...init, headers };
}

/** Null: the answer has nothing to do with permissions that could be renewed. */
function readRefusal(response: Response, sent: string | null): Refusal | null {
  const challenge = response.headers.get('www-authenticate');
  if (response.status === 401) return { status: 401, challenge, sent };
  if (response.status !== 403 || !/\binsufficient_scope\b/.test(challenge ?? '')) return null;
  return { status: 403, challenge, sent };
}
