import type { AppContext } from '#app/platform/app-context.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import {
  clearSessionCookies,
  hashSessionSecret,
  hasSessionCookies,
  readSessionSecret,
} from './session-cookie.server.ts';
import { endSession } from './session-store.server.ts';

/** Firebase's SDK waits for this answer too. */
const WRITE_TIMEOUT_MS = 1_500;

/**
 * Answers `DELETE /api/session`: the session of this browser ends. Without a cookie nothing happens,
 * because the SDK asks for this at every load where nobody is signed in.
 */
export async function answerSignOut(app: AppContext, request: Request): Promise<Response> {
  if (!hasSessionCookies(request)) return new Response(null, { status: 204 });
  const response = await end(app, request);
  // The browser forgets its session even if the database could not be updated.
  for (const cookie of clearSessionCookies()) response.headers.append('set-cookie', cookie);
  response.headers.set('cache-control', 'no-store');
  return response;
}

async function end(app: AppContext, request: Request): Promise<Response> {
  const secret = readSessionSecret(request);
  if (secret === null) return new Response(null, { status: 204 });
  const work = endSession(app.env.DB, await hashSessionSecret(secret));
  app.waitUntil(work.catch(() => {}));
  try {
    await withTimeout(work, WRITE_TIMEOUT_MS);
    return new Response(null, { status: 204 });
  } catch (error) {
    app.log.error('session.unended', { error });
    return answerAuthFailure(app, { reason: 'storeUnavailable' });
  }
}
