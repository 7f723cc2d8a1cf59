import { Hono } from 'hono';

import { builderEndpoint } from '#app/builder-endpoint/builder-endpoint-api.server.ts';
import { draftEndpoints } from '#app/hosting/gateway.server.ts';
import { projectEndpoints } from '#app/hosting/project-gateway.server.ts';
import { oauthApi } from '#app/oauth/oauth-api.server.ts';
import { answerError } from '#app/platform/failures/answer-error.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';

const contexts = new WeakMap<Request, AppContext>();

/** The routes that MCP clients call; none of them reads a cookie. */
const endpoints = new Hono<AppEnv>()
  .use(async (c, next) => {
    const app = contexts.get(c.req.raw);
    if (app === undefined) throw new Error('A request within the Worker has no context.');
    c.set('app', app);
    await next();
  })
  .route('/', oauthApi)
  .route('/mcp', builderEndpoint)
  .route('/mcp/d', draftEndpoints)
  .route('/mcp', projectEndpoints)
  .onError((error, c) => answerError(c.var.app, c.req.raw, error));

/** Answers a request for an endpoint of ours without leaving the Worker; nothing else of ours is reached by it. */
export async function answerOwnEndpoint(app: AppContext, request: Request): Promise<Response> {
  contexts.set(request, app);
  const { env, waitUntil } = app;
  return endpoints.fetch(request, env, { waitUntil, passThroughOnException: () => {}, props: {} });
}
