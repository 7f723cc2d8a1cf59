import type { AppContext } from '#app/platform/app-context.ts';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import {
  clearSessionCookies,
  hashSessionSecret,
  hasSessionCookies,
  readSessionSecret,
} from './session-cookie.server.ts';
import { endSession } from './session-store.server.ts';

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
  // A browser that leaves the page with this request signs out all the same.
  app.waitUntil(work.catch(() => {}));
  try {
    await work;
    return new Response(null, { status: 204 });
  } catch (error) {
    app.log.error('session.unended', { error });
    return answerAuthFailure(app, { reason: 'storeUnavailable' });
  }
}
