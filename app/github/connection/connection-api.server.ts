import { zValidator } from '@hono/zod-validator';
import { Hono, type Context } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser, type UserCaller } from '#app/auth/caller.server.ts';
import { answerGithubFailure } from '#app/github/github-problem.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { beginSignIn } from './begin-sign-in.server.ts';
import { endConnection } from './end-connection.server.ts';
import { BegunSignIn, ConnectionWish, EndedConnection, GithubOverview } from './github-status.ts';
import { loadOverview } from './load-overview.server.ts';

const MAX_BODY_BYTES = 4_096;

/** The connection of the user to GitHub, mounted at `/api/github`. */
export const connectionApi = new Hono<AppEnv>()
  .use(async (c, next) => {
    const { app } = c.var;
    const key = `github:${addressKey(c.req.raw)}`;
    const limit = c.req.method === 'GET' ? app.env.LIMIT_CALLS : app.env.LIMIT_TURNS;
    return (await refuseAboveRate(app, limit, key)) ?? next();
  })
  .get('/', async (c) => {
    const user = await findUser(c);
    if (user instanceof Response) return user;
    const overview = await loadOverview(c.var.app, user.uid);
    return answerJson(GithubOverview, overview, { headers: PRIVATE_HEADERS });
  })
  .post(
    '/connection',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', ConnectionWish, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const user = await findUser(c);
      if (user instanceof Response) return user;
      const begun = await beginSignIn(app, c.req.raw, user.uid, c.req.valid('json').returnTo);
      if (begun.ok) return answerJson(BegunSignIn, begun.value, { headers: PRIVATE_HEADERS });
      return begun.reason === 'noSession'
        ? problem(app, { status: 409, detail: NO_SESSION })
        : answerGithubFailure(app, begun);
    },
  )
  .delete('/connection', async (c) => {
    const user = await findUser(c);
    if (user instanceof Response) return user;
    const ended = await endConnection(c.var.app, user.uid);
    return answerJson(EndedConnection, ended, { headers: PRIVATE_HEADERS });
  });

const NO_SESSION =
  'GitHub is connected in a browser that is signed in here. Reload the page, and try again.';

async function findUser(c: Context<AppEnv>): Promise<UserCaller | Response> {
  const user = await requireUser(c.var.app, c.req.raw);
  return user.ok ? user.value : answerAuthFailure(c.var.app, user);
}
