import { getAuth, getIdToken, loadAuth, whenSettled } from './auth-client.ts';
import { callTimeoutMs } from './call-timeout.ts';
import { callWithToken, type CallParts } from './call-with-token.ts';

/** How long a call waits for Firebase to say who is signed in; the session cookie may do as well. */
const SETTLING_MS = 3_000;

/**
 * Fetches from our own API as the signed-in user: with their ID token, otherwise with cookies
 * alone. A call that takes longer than 30 s (60 s on phones), the token included, fails with a
 * `TimeoutError`, unless it accepts an event stream, which reports its own progress. If a signed-in
 * user gets a 401, the call is repeated once with a fresh token, which also renews the session.
 *
 * @param over what is different for this call
 */
export function authorizedFetch(
  input: string,
  init: RequestInit = {},
  over: Partial<CallParts> = {},
): Promise<Response> {
  return callWithToken(input, init, {
    readToken,
    fetch: (...call) => fetch(...call),
    timeoutMs: callTimeoutMs(),
    ...over,
  });
}

/** The ID token, or null: nobody is signed in, or the token cannot be had now. */
async function readToken(isForced: boolean): Promise<string | null> {
  try {
    if (getAuth().status === 'settling') await settleSoon();
    return getAuth().user ? await getIdToken({ isForced }) : null;
  } catch {
    // Firebase cannot be reached: the session cookie says who it is.
    return null;
  }
}

async function settleSoon(): Promise<void> {
  const late = new Promise<void>((resolve) => void setTimeout(resolve, SETTLING_MS));
  await Promise.race([loadAuth().then(whenSettled), late]);
}
