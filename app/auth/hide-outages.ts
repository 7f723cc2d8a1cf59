type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** Whom Google knows, and a fresh token for them: what the SDK asks by itself. */
const VERDICT =
  /\b(identitytoolkit\.googleapis\.com\/v1\/accounts:lookup|securetoken\.googleapis\.com\/v1\/token)\b/;

const TOO_MANY_REQUESTS = 429;

/**
 * A fetch under which an outage of Google's is a lost connection. Firebase's SDK takes any other
 * failure of these two calls for a verdict on the user, at every load of a page, and forgets them.
 */
export function hideOutages(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { status } = response;
    if (status < 500 && status !== TOO_MANY_REQUESTS) return response;
    if (!VERDICT.test(input instanceof Request ? input.url : String(input))) return response;
    await response.body?.cancel();
    throw new TypeError(`Google's service is away: ${status}`);
  };
}
