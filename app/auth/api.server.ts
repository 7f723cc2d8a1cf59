import { Hono } from 'hono';
import * as z from 'zod/mini';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { putMessage } from '#app/platform/one-time-message.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { answerAuthFailure } from './auth-problem.server.ts';
import { AUTH_TEXTS } from './auth-texts.ts';
import type { AccountLifecycle } from './account-lifecycle.server.ts';
import { deleteAccount, type DeletionFailure } from './deletion/delete-account.server.ts';
import { answerSignOut } from './session/end-session.server.ts';
import { ListedSession } from './session/listed-session.ts';
import { loadBreachedRange, RANGE_PREFIX } from './password/breached-range.server.ts';
import { endOwnSession, endOwnSessions, listOwnSessions } from './session/own-sessions.server.ts';
import { RECENT_LOGIN_TYPE } from './deletion/recent-login.ts';
import { clearSessionCookies } from './session/session-cookie.server.ts';
import { answerSync } from './session/sync-session.server.ts';

/** Sessions and account, mounted at `/api`. */
export function createIdentityApi(accountLifecycle: AccountLifecycle) {
  return new Hono<AppEnv>()
    .use('/session', async (c, next) => refuseInsecure(c.var.app) ?? next())
    .post('/session', async (c) => {
      const { app } = c.var;
      return (
        (await refuseFlood(app, c.req.raw)) ?? answerSync(app, c.req.raw, accountLifecycle.claim)
      );
    })
    .delete('/session', (c) => answerSignOut(c.var.app, c.req.raw))
    .get('/passwords/:prefix', (c) => answerRange(c.var.app, c.req.raw, c.req.param('prefix')))
    .get('/sessions', async (c) => {
      const listed = await listOwnSessions(c.var.app, c.req.raw);
      if (!listed.ok) return answerAuthFailure(c.var.app, listed);
      return answerJson(z.array(ListedSession), listed.value, { headers: PRIVATE_HEADERS });
    })
    .delete('/sessions/:id', async (c) => {
      const ended = await endOwnSession(c.var.app, c.req.raw, c.req.param('id'));
      if (!ended.ok) return answerAuthFailure(c.var.app, ended);
      return answerEnded(ended.value.isCurrent);
    })
    .delete('/sessions', async (c) => {
      const ended = await endOwnSessions(c.var.app, c.req.raw);
      return ended.ok ? answerEnded(true) : answerAuthFailure(c.var.app, ended);
    })
    .delete('/account', async (c) => {
      const deleted = await deleteAccount(c.var.app, c.req.raw, accountLifecycle);
      if (!deleted.ok) return answerDeletionFailure(c.var.app, deleted);
      const answer = answerEnded(true);
      // The page starts anew without a user, and shows the message.
      const message = await putMessage(c.var.app, 'Your account was deleted.', 'pass');
      if (message) answer.headers.append('set-cookie', message);
      return answer;
    });
}

/** Passwords that leaked, for the screens on which somebody chooses one; 204: nobody knows. */
async function answerRange(app: AppContext, request: Request, prefix: string): Promise<Response> {
  if (!RANGE_PREFIX.test(prefix)) {
    return problem(app, { status: 400, detail: 'Ask with five hexadecimal digits of a SHA-1.' });
  }
  const key = `passwords:${addressKey(request)}`;
  const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, key);
  if (refused) return refused;
  const range = await loadBreachedRange(app, prefix);
  const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' };
  return new Response(range, { status: range === null ? 204 : 200, headers });
}

/** A cookie that is set over plain http could be read on the way; only this machine is near enough. */
function refuseInsecure(app: AppContext): Response | null {
  const { protocol, hostname } = new URL(app.origin);
  if (protocol === 'https:' || isLoopbackHost(hostname)) return null;
  return problem(app, { status: 403, detail: 'Sign-in works over https only.' });
}

/**
 * The 429 to answer with where one address posts too often. Nothing is counted for this machine,
 * and nobody is kept out or waiting while the limit itself fails.
 */
async function refuseFlood(app: AppContext, request: Request): Promise<Response | null> {
  const key = addressKey(request);
  if (key === 'local' || key.startsWith('127.') || key === IPV6_LOOPBACK) return null;
  try {
    const counted = refuseAboveRate(app, app.env.LIMIT_SESSIONS, `session:${key}`);
    return await withTimeout(counted, COUNT_MS);
  } catch (error) {
    app.log.error('rate.unknown', { error });
    return null;
  }
}

const COUNT_MS = 250;
const IPV6_LOOPBACK = '0:0:0:0::/64';

function answerEnded(isCurrent: boolean): Response {
  const response = new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  if (!isCurrent) return response;
  for (const cookie of clearSessionCookies()) response.headers.append('set-cookie', cookie);
  return response;
}

function answerDeletionFailure(app: AppContext, failure: DeletionFailure): Response {
  switch (failure.reason) {
    case 'recentLoginRequired':
      return problem(app, {
        status: 403,
        type: RECENT_LOGIN_TYPE,
        title: 'requires_recent_login',
        detail: AUTH_TEXTS.signInAgain,
      });
    case 'identityUnavailable':
      return problem(app, {
        status: 503,
        detail: 'Firebase does not answer at the moment. Try again in a minute.',
        headers: { 'retry-after': '60' },
      });
    case 'ownsTeams':
      return problem(app, {
        status: 409,
        detail: `You are the only owner of ${failure.teams.join(', ')}. Make another member an owner, or delete the team, then delete your account.`,
      });
    default: {
      const response = answerAuthFailure(app, failure);
      if (failure.reason !== 'revoked') return response;
      for (const cookie of clearSessionCookies()) response.headers.append('set-cookie', cookie);
      return response;
    }
  }
}
