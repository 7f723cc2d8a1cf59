import type { OauthTokenSource } from '#app/mcp-client/oauth/create-oauth-tokens.ts';

/** A `fetch` with the token of a source, which asks again as a connection does. */
export function authorizeFetch(source: OauthTokenSource): typeof fetch {
  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    if (headers.has('authorization')) return fetch(url, init);
    for (let renewals = 0; ; renewals += 1) {
      const token = await source.getToken();
      if (token !== null) headers.set('authorization', `Bearer ${token}`);
      const response = await fetch(url, { ...init, headers });
      const { status } = response;
      const challenge = response.headers.get('www-authenticate');
      if ((status !== 401 && status !== 403) || renewals === 3) return response;
      if (!(await source.onRefused({ status, challenge, token }))) return response;
    }
  };
}
