import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import type { ListedSession } from './listed-session.ts';
import { revokeAll, revokeSignIn } from './revocation-store.server.ts';
import { hashSessionSecret, readSessionSecret } from './session-cookie.server.ts';
import { findSession, listSessions, type UserSession } from './session-store.server.ts';

/** Lists the caller's sessions, the most recently used first. */
export async function listOwnSessions(
  app: AppContext,
  request: Request,
  now: Clock = systemClock,
): Promise<Result<ListedSession[], AuthFailure>> {
  const caller = await requireUser(app, request, now);
  if (!caller.ok) return caller;
  const own = await toOwnHash(request);
  return withStore(app, async () => {
    const listed = await listSessions(app.env.DB, caller.value.uid, now());
    return succeed(listed.map((session) => toListed(session, own)));
  });
}

/**
 * Ends one of the caller's sessions, with its sign-in: its tokens are refused from now on.
 * `isCurrent`: it was the caller's own sign-in.
 */
export async function endOwnSession(
  app: AppContext,
  request: Request,
  id: string,
  now: Clock = systemClock,
): Promise<Result<{ isCurrent: boolean }, AuthFailure>> {
  const caller = await requireUser(app, request, now);
  if (!caller.ok) return caller;
  const { uid } = caller.value;
  return withStore(app, async () => {
    const session = await findSession(app.env.DB, uid, id);
    if (session === null) return fail({ reason: 'forbidden' });
    await revokeSignIn(app.env.DB, session, now());
    return succeed({ isCurrent: session.authTimeSeconds === caller.value.authTimeSeconds });
  });
}

/** Ends all of the caller's sessions; every token of a sign-in until now is refused. */
export async function endOwnSessions(
  app: AppContext,
  request: Request,
  now: Clock = systemClock,
): Promise<Result<null, AuthFailure>> {
  const caller = await requireUser(app, request, now);
  if (!caller.ok) return caller;
  return withStore(app, async () => {
    await revokeAll(app.env.DB, caller.value, now());
    return succeed(null);
  });
}

async function withStore<Value>(
  app: Pick<AppContext, 'log'>,
  work: () => Promise<Result<Value, AuthFailure>>,
): Promise<Result<Value, AuthFailure>> {
  try {
    return await work();
  } catch (error) {
    app.log.error('session.storeUnavailable', { error });
    return fail({ reason: 'storeUnavailable' });
  }
}

async function toOwnHash(request: Request): Promise<string | null> {
  const secret = readSessionSecret(request);
  return secret === null ? null : hashSessionSecret(secret);
}

function toListed(session: UserSession, own: string | null): ListedSession {
  const { id, device, createdAt, seenAt, hash } = session;
  return {
    id,
    device,
    createdAt: new Date(createdAt).toISOString(),
    seenAt: new Date(seenAt).toISOString(),
    isCurrent: hash === own,
  };
}
