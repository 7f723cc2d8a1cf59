import { getIdToken } from '#app/auth/auth-client.ts';
import { callTimeoutMs } from '#app/auth/call-timeout.ts';
import { untilAborted } from '#app/auth/call-with-token.ts';
import { readFirebaseDefaults } from '#app/auth/firebase-defaults.ts';

/** Path of the token sync on our origin; empty: it is off. */
export function tokenSyncUrl(): string {
  return readFirebaseDefaults()?._authTokenSyncURL ?? '';
}

/** Shows our server the user's token: the answer's status, null without an answer. */
export async function postToken(): Promise<number | null> {
  // The token and the post share it.
  const signal = AbortSignal.timeout(callTimeoutMs());
  try {
    const token = await untilAborted(getIdToken(), signal);
    return await call('POST', signal, { authorization: `Bearer ${token}` });
  } catch {
    return null;
  }
}

/** Ends the session of this browser: the answer's status, null without an answer. */
export async function deleteSession(): Promise<number | null> {
  try {
    return await call('DELETE', AbortSignal.timeout(callTimeoutMs()));
  } catch {
    return null;
  }
}

/** Our server answers within this, whatever happens; see `sync-session.server.ts`. */
const ANSWER_MS = 2_000;
const POLL_MS = 50;

/**
 * Waits for the answer to a token that Firebase's SDK posted at that time (`performance.now()`): its
 * cookie would otherwise come after a sign-out, and bring the session back.
 */
export async function whenAnswered(postedAt: number | null): Promise<void> {
  if (postedAt === null || tokenSyncUrl() === '') return;
  const url = new URL(tokenSyncUrl(), location.origin).href;
  const isAnswered = () =>
    performance.getEntriesByName(url).some(({ startTime }) => startTime >= postedAt - POLL_MS);
  while (performance.now() < postedAt + ANSWER_MS && !isAnswered()) {
    await new Promise((resolve) => void setTimeout(resolve, POLL_MS));
  }
}

async function call(
  method: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(tokenSyncUrl(), { method, headers, signal });
  return response.status;
}
