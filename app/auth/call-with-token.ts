/** The dependencies of a call to our own API on the page around it. */
export interface CallParts {
  /** The ID token; null: nobody is signed in, or the token cannot be had now. */
  readToken: (isForced: boolean) => Promise<string | null>;
  fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** How long the token and the call may take together. */
  timeoutMs: number;
  /** How long the token may take; half of that time where absent. */
  tokenTimeoutMs?: number;
  /** Whether the call fails without a token, where cookies alone would be refused. */
  isTokenNeeded?: boolean;
  /** Creates a signal that is aborted after that time, with a `TimeoutError`. */
  timeout?: (milliseconds: number) => AbortSignal;
}

/**
 * Fetches with the ID token, otherwise with cookies alone. One time-out, with a `TimeoutError`,
 * covers the whole: the token, the call and, after a 401, a fresh token and one repetition. A token
 * that takes half of that time is done without: the session cookie may do as well. If the call
 * accepts an event stream, the time-out covers only its tokens. A 401 that the relay passes on from another server
 * is not ours, and nothing is repeated.
 */
export async function callWithToken(
  input: string,
  init: RequestInit,
  {
    readToken,
    fetch,
    timeoutMs,
    tokenTimeoutMs = timeoutMs / 2,
    isTokenNeeded = false,
    timeout = (ms) => AbortSignal.timeout(ms),
  }: CallParts,
): Promise<Response> {
  const headers = new Headers(init.headers);
  const limit = timeout(timeoutMs);
  const signals = headers.get('accept')?.includes('text/event-stream') ? [] : [limit];
  if (init.signal) signals.push(init.signal);
  const signal = AbortSignal.any(signals);

  const send = (token: string | null) => {
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers, signal });
  };
  const readSoon = async (isForced: boolean) => {
    const soon = timeout(tokenTimeoutMs);
    return untilAborted(readToken(isForced), AbortSignal.any([soon, signal])).catch(() => null);
  };

  const token = await readSoon(false);
  if (isTokenNeeded && token === null) throw new Error('There is no ID token for this call');
  const response = await send(token);
  if (response.status !== 401 || token === null || isOfTarget(response)) return response;
  const fresh = await readSoon(true);
  if (fresh === null || init.body instanceof ReadableStream) return response;
  await response.body?.cancel();
  return send(fresh);
}

/** The relay passes on what another server answered: that server refused its own caller, and did what it was asked. */
function isOfTarget({ headers }: Response): boolean {
  return headers.get('x-mcp-relay') === 'target';
}

/** Waits for work until the signal is aborted, then fails with its reason. The work goes on unheeded. */
export async function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(toError(signal.reason));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
}
