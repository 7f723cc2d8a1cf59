import { captureSignOut } from '#app/analytics/analytics.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { loadAuth, whenSettled } from '#app/auth/auth-client.ts';
import { callTimeoutMs } from '#app/auth/call-timeout.ts';
import { deleteSession, tokenSyncUrl, whenAnswered } from '#app/auth/session/session-calls.ts';

/** Records that somebody signs out, forgets them in analytics, signs out and revokes the session. */
export async function signOut(): Promise<Result<void, { reason: 'failed' }>> {
  try {
    const client = await loadAuth();
    // Before Firebase knows who is signed in, it would sign out without informing our server, and
    // analytics would learn who the user is after it was asked to forget them.
    await whenSettled();
    captureSignOut();
    await whenAnswered(await client.readPostTime());
    // Firebase's SDK waits for our server, and would for ever.
    await withTimeout(client.signOutOfFirebase(), callTimeoutMs());
  } catch {
    return fail({ reason: 'failed' });
  }
  if (tokenSyncUrl() === '') return succeed(undefined);
  const status = await deleteSession();
  return status !== null && status < 400 ? succeed(undefined) : fail({ reason: 'failed' });
}
