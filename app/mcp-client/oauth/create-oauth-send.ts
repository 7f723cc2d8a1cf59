import type { HttpExchange } from '#app/mcp-client/exchange.ts';
import type { RouteChoice } from '#app/mcp-client/target.ts';

import type { OauthRequest, OauthSend } from './oauth-flow.ts';

/** Longest body that is read: metadata and tokens are short. */
const MAX_BODY_BYTES = 1_048_576;
/** How long an answer may take as a whole. */
const TIMEOUT_MS = 15_000;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface Options {
  /** Asks servers themselves. */
  fetch: Fetch;
  /** Asks the relay, with the page's session; absent: as all others. */
  relayFetch?: Fetch;
  /** Address of the relay; null: there is none. */
  relayUrl: string | null;
  route: RouteChoice;
}

type Attempt = Pick<HttpExchange, 'response' | 'error'>;

/** Sends requests of OAuth from the browser itself, and through the relay where the browser cannot. */
export function createOauthSend(options: Options): OauthSend {
  const { fetch, relayFetch = fetch, relayUrl, route } = options;
  let lastId = 0;
  const exchange = async (
    way: HttpExchange['route'],
    request: OauthRequest,
    attempt: Promise<Attempt>,
  ): Promise<HttpExchange> => {
    lastId += 1;
    const made = {
      id: lastId,
      route: way,
      method: request.method,
      url: request.url,
      requestHeaders: Object.entries(request.headers),
      requestBody: request.body,
      startedAt: Date.now(),
    };
    return { ...made, ...(await attempt) };
  };
  return async (request, signal) => {
    const exchanges: HttpExchange[] = [];
    if (route !== 'relay' || relayUrl === null) {
      exchanges.push(await exchange('direct', request, askDirectly(fetch, request, signal)));
    }
    const isAnswered = exchanges.some(({ response }) => response !== null);
    if (!isAnswered && relayUrl !== null && route !== 'direct' && !signal?.aborted) {
      exchanges.push(
        await exchange('relay', request, askRelay(relayFetch, relayUrl, request, signal)),
      );
    }
    return exchanges;
  };
}

function askDirectly(fetch: Fetch, request: OauthRequest, signal?: AbortSignal): Promise<Attempt> {
  const init: RequestInit = {
    method: request.method,
    headers: request.headers,
    body: request.body,
    // Neither our cookies nor our address; and nobody leads on to where the metadata did not.
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'no-store',
  };
  return ask(fetch, request.url, init, 'direct', signal);
}

/** The relay follows redirects, and checks each address on the way. */
function askRelay(
  fetch: Fetch,
  relayUrl: string,
  request: OauthRequest,
  signal?: AbortSignal,
): Promise<Attempt> {
  const headers = new Headers({ 'x-mcp-target': request.url });
  for (const [name, value] of Object.entries(request.headers)) {
    const isPlain = ['accept', 'content-type'].includes(name.toLowerCase());
    headers.set(isPlain ? name : `x-mcp-header-${name}`, value);
  }
  const init = { method: request.method, headers, body: request.body };
  return ask(fetch, relayUrl, init, 'relay', signal);
}

async function ask(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  way: HttpExchange['route'],
  signal?: AbortSignal,
): Promise<Attempt> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const response = await fetch(url, { ...init, signal: both });
    return await readAttempt(response, way);
  } catch (error) {
    return { response: null, error: describeFailure(error, limit) };
  }
}

async function readAttempt(response: Response, way: HttpExchange['route']): Promise<Attempt> {
  const headersAt = Date.now();
  const { text, bytes, isCut } = await readText(response);
  // A server that is asked directly cannot speak for the relay.
  if (way === 'relay' && response.headers.get('x-mcp-relay') === 'refused') {
    return { response: null, error: readDetail(text) };
  }
  return {
    error: null,
    response: {
      status: response.status,
      headers: [...response.headers],
      body: text,
      isCut,
      bytes,
      headersAt,
      endedAt: Date.now(),
    },
  };
}

async function readText(response: Response) {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      await reader.cancel();
      return { text, bytes, isCut: true };
    }
    text += decoder.decode(value, { stream: true });
  }
  return { text: text + decoder.decode(), bytes, isCut: false };
}

/** `detail` of a problem document. */
function readDetail(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'detail' in parsed) {
      return `The relay refused: ${String(parsed.detail)}`;
    }
  } catch {
    // Said below.
  }
  return 'The relay refused this address.';
}

function describeFailure(error: unknown, limit: AbortSignal): string {
  if (limit.aborted) return `No answer came within ${TIMEOUT_MS / 1_000} seconds.`;
  if (error instanceof DOMException && error.name === 'AbortError') return 'Cancelled.';
  // A browser tells pages no more than that, on purpose.
  return 'No answer that a page may read: the server is down, its CORS headers do not allow this page, or it redirects.';
}
