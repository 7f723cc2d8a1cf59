import { getIdToken } from './auth-client.ts';
import { callTimeoutMs } from './authorized-fetch.ts';
import { readFirebaseDefaults } from './firebase-defaults.ts';

/** Path of the token sync on our origin; empty: it is off. */
export function tokenSyncUrl(): string {
  return readFirebaseDefaults()?._authTokenSyncURL ?? '';
}

/** Shows our server the user's token: the answer's status, null without an answer. */
export async function postToken(): Promise<number | null> {
  try {
    const token = await getIdToken();
    return await call('POST', { authorization: `Bearer ${token}` });
  } catch {
    return null;
  }
}

/** Ends the session of this browser: the answer's status, null without an answer. */
export async function deleteSession(): Promise<number | null> {
  try {
    return await call('DELETE', {});
  } catch {
    return null;
  }
}

async function call(method: string, headers: Record<string, string>): Promise<number> {
  const signal = AbortSignal.timeout(callTimeoutMs());
  const response = await fetch(tokenSyncUrl(), { method, headers, signal });
  return response.status;
}
