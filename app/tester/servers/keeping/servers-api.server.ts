import { zValidator } from '@hono/zod-validator';
import { Hono, type Context } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { problem } from '#app/platform/problem.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { toPublicAddress } from '#app/tester/servers/public-address.ts';

import {
  forgetServer,
  listTestedServers,
  MAX_SAVED_SERVERS,
  saveServer,
} from './server-store.server.ts';
import { TestedServer, TestedServerList, ServerSettings } from './tested-server.ts';

const MAX_BODY_BYTES = 32_768;
const ID = /^[0-9a-f-]{36}$/;

/** Servers that the signed-in user saved to test them, mounted at `/api/tester/servers`. Nothing in them is secret. */
export const testedServersApi = new Hono<AppEnv>()
  .use(limitCalls)
  .get('/', async (c) => {
    const account = await findAccountId(c);
    if (account instanceof Response) return account;
    const servers = await listTestedServers(c.var.app.env.DB, account);
    return answerJson(TestedServerList, { servers }, { headers: PRIVATE_HEADERS });
  })
  .put(
    '/:id',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', ServerSettings, answerInvalid),
    async (c) => {
      const account = await findAccountId(c);
      if (account instanceof Response) return account;
      const server = { id: c.req.param('id'), ...c.req.valid('json') };
      const refused = refuseServer(c, server);
      if (refused) return refused;
      const { DB } = c.var.app.env;
      if (!(await saveServer(DB, account, server, Date.now()))) return refuseMore(c);
      return answerJson(TestedServer, server, { headers: PRIVATE_HEADERS });
    },
  )
  .delete('/:id', async (c) => {
    const { app } = c.var;
    const account = await findAccountId(c);
    if (account instanceof Response) return account;
    const isKnown = await forgetServer(app.env.DB, account, c.req.param('id'));
    return isKnown
      ? c.body(null, 204)
      : problem(app, { status: 404, detail: 'There is no such server, or it is not yours.' });
  });

async function findAccountId(c: Context<AppEnv>): Promise<string | Response> {
  const user = await requireUser(c.var.app, c.req.raw);
  return user.ok ? user.value.accountId : answerAuthFailure(c.var.app, user);
}

function refuseServer(c: Context<AppEnv>, { id, url }: TestedServer): Response | null {
  const { app } = c.var;
  if (!ID.test(id)) return problem(app, { status: 404, detail: 'An id is a UUID.' });
  const { removed } = toPublicAddress(url);
  if (removed.length === 0) return null;
  return problem(app, {
    status: 422,
    detail: `The address contains what looks like a credential (${removed.join(', ')}). Send it in a header instead.`,
    problems: [{ path: '$.url', message: 'Contains a credential.' }],
  });
}

function refuseMore(c: Context<AppEnv>): Response {
  return problem(c.var.app, {
    status: 409,
    detail: `An account keeps ${MAX_SAVED_SERVERS} servers. Remove one that you no longer test.`,
  });
}
