import { Hono } from 'hono';

import type { AppContext, AppEnv } from '#app/platform/app-context.ts';

import { answerRelay, type AnswerOwn } from './answer-relay.server.ts';
import { RELAY_LIMITS } from './relay-limits.ts';

/**
 * The relay of the MCP tester, mounted at `/api/relay`: sends a page's request to the server that `X-MCP-Target`
 * names, where the browser cannot. It stores and logs nothing of what passes through, except the host.
 */
export function createRelayApi(answerOwn: AnswerOwn) {
  const relay = ({ app }: { app: AppContext }, request: Request) =>
    answerRelay(app, request, { answerOwn, limits: RELAY_LIMITS });
  return new Hono<AppEnv>()
    .get('/', (c) => relay(c.var, c.req.raw))
    .post('/', (c) => relay(c.var, c.req.raw))
    .delete('/', (c) => relay(c.var, c.req.raw));
}
