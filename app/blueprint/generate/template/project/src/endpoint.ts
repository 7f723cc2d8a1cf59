import type { Environment } from './environment.ts';
import { log } from './log.ts';
import { answerHealth, answerMetrics, createOperations } from './operations.ts';
import type { Operations } from './operations.ts';
import { readUrl } from './read-url.ts';
import type { ServerDefinition } from './runtime/definition.ts';
import { guardCaller } from './runtime/protocol/http-guard.ts';
import { createStateSeal } from './runtime/protocol/serving.ts';
import { createStatefulProtocol } from './runtime/protocol/session/stateful-protocol.ts';
import { toServedDefinition } from './runtime/served-definition.ts';
import type { ToolRunner } from './runtime/tool-context.ts';

/**
 * Answers HTTP requests: MCP at `/mcp`, the state of the process at `/health`, and metrics, if enabled, at
 * `/metrics`. Where processes are short-lived, MCP is served by `createProtocol` instead, which keeps no
 * sessions.
 */
export function createEndpoint(
  server: ServerDefinition,
  environment: Environment,
  runTool: ToolRunner,
  operations: Operations = createOperations(server),
  serve = createStatefulProtocol,
): (request: Request) => Promise<Response> {
  const callers = {
    hosts: environment.hosts,
    anyHost: environment.anyHost === true,
    origins: [...server.policies.allowedOrigins, ...environment.origins],
  };
  const answer = serve({
    served: toServedDefinition(server),
    runTool,
    state: createStateSeal(environment.stateKey),
    ...callers,
    onError: (error) => log('warn', error.message),
  });
  const isKnown = (request: Request) => guardCaller(request, callers) === null;
  return async (request) => {
    const { pathname } = readUrl(request.url);
    const health = answerHealth(pathname, server, operations, () => isKnown(request));
    if (health !== null) return health;
    const isMetrics = pathname === '/metrics' && environment.metrics;
    if (pathname !== '/mcp' && !isMetrics) {
      return Response.json({ error: 'Not found. MCP is at /mcp.' }, { status: 404 });
    }
    const refused = isMetrics ? guardCaller(request, callers) : null;
    if (refused !== null) return refused;
    // A browser's preflight carries no credentials.
    const isPreflight = request.method === 'OPTIONS' && !isMetrics;
    if (isPreflight || (await presentsToken(request, environment.token))) {
      return isMetrics ? answerMetrics(request.method, operations) : answer(request);
    }
    return Response.json(
      { error: 'Send the server token as "Authorization: Bearer …".' },
      { status: 401, headers: { 'www-authenticate': 'Bearer' } },
    );
  };
}

async function presentsToken(request: Request, token: string | undefined): Promise<boolean> {
  if (token === undefined) return true;
  const given = /^bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  return (await digest(given)) === (await digest(token));
}

/** Compares digests, so that the time it takes reveals nothing about the token. */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(bytes).join(' ');
}
