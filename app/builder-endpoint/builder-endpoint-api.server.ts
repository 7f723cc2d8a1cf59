import { Hono } from 'hono';

import { createHostedSeal } from '#app/hosting/hosted-seal.server.ts';
import { readCalledTools } from '#app/hosting/calls/refused-call.server.ts';
import { originsOf } from '#app/hosting/endpoint/origins-of.ts';
import { readMcpBody, type McpBody } from '#app/hosting/read-mcp-body.server.ts';
import { withinCapacity } from '#app/hosting/within-capacity.server.ts';
import { hasKnownKey } from '#app/management/require-key.server.ts';
import { scopeOfTool } from '#app/oauth/tool-scope.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { hostOf } from '#app/platform/outbound/host-of.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { addResponseHeaders, guardRequest } from '#app/runtime/protocol/http-guard.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';

import { ENDPOINT_DEFINITION } from './endpoint-definition.server.ts';
import { findAgentTool } from './agent-tools.server.ts';
import {
  answerBuilderRefusal,
  answerNarrowScope,
  identifyBuilderCaller,
  type BuilderCaller,
} from './identify-builder-caller.server.ts';
import { runAgentTool } from './run-agent-tool.server.ts';

/** Names the endpoint where others go by a draft's id or a project's. */
const ENDPOINT = 'builder';

/**
 * The builder as an MCP server, mounted at `/mcp`: with an API key that may manage projects, or for a user who
 * has connected the client. It reads no cookie, and keeps no sessions.
 */
export const builderEndpoint = new Hono<AppEnv>().all('/', async (c, next) => {
  const { app } = c.var;
  const { method, headers } = c.req.raw;
  if (method === 'GET' && headers.get('accept')?.includes('text/html')) return next();
  const answer = await withinCapacity(app, c.req.raw, ENDPOINT, () => admit(app, c.req.raw));
  // A browser client must be able to read why it was refused, too.
  return answer.status < 400 ? answer : addResponseHeaders(c.req.raw, answer);
});

async function admit(app: AppContext, request: Request): Promise<Response> {
  // A preflight carries no key.
  const hosts = [hostOf(app.origin)];
  const guarded = guardRequest(request, { hosts, origins: originsOf(app, request) });
  if (guarded !== null) return guarded;
  const count = (who: string) => refuseAboveRate(app, app.env.LIMIT_CALLS, who);
  const isKnown = await hasKnownKey(request);
  const guessed = isKnown ? null : await count(`refused:${addressKey(request)}`);
  if (guessed) return guessed;
  const found = await identifyBuilderCaller(app, request, Date.now());
  if (!found.ok) return answerBuilderRefusal(app, found);
  return (await count(`v1:${found.value.caller.key}`)) ?? serve(app, request, found.value);
}

async function serve(
  app: AppContext,
  request: Request,
  { caller, scope }: BuilderCaller,
): Promise<Response> {
  const body = await readMcpBody(app, request);
  if (body instanceof Response) return body;
  const narrow = scope && refuseScope(app, body, scope);
  if (narrow) return narrow;
  const answer = createProtocol({
    served: ENDPOINT_DEFINITION,
    runTool: (call, client) => runAgentTool(call, { app, request, caller, client }),
    hosts: [hostOf(app.origin)],
    origins: originsOf(app, request),
    state: createHostedSeal(app.config, ENDPOINT),
    onError: (error) => app.log.warn('mcp.rejected', { server: ENDPOINT, error }),
  });
  const { bytes, message } = body;
  const { url, method, headers, signal } = request;
  const again = () =>
    new Request(url, { method, headers, signal, ...(bytes.byteLength > 0 && { body: bytes }) });
  return answer(request, { message, again });
}

/** Refuses an app that calls a tool outside of the groups that its user let it call; a batch as a whole. */
function refuseScope(app: AppContext, body: McpBody, scope: readonly string[]): Response | null {
  for (const { tool } of readCalledTools(body, ENDPOINT_DEFINITION)) {
    const found = tool === null ? undefined : findAgentTool(tool);
    const needed = found && scopeOfTool(found.served.annotations);
    if (needed && !scope.includes(needed)) return answerNarrowScope(app, scope, needed);
  }
  return null;
}
