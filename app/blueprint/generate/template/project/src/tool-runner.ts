import type { Environment } from './environment.ts';
import { log } from './log.ts';
import { createOperations } from './operations.ts';
import type { Operations } from './operations.ts';
import type { ServerDefinition } from './runtime/definition.ts';
import type { ToolRunner } from './runtime/tool-context.ts';
import { measureCall } from './runtime/tools/measure-call.ts';
import { runTool } from './runtime/tools/run-tool.ts';
import { createUpstreamFetch } from './runtime/upstream/upstream-fetch.ts';
import { createUserTokens } from './runtime/upstream/user-tokens.ts';
import type { WantedToken } from './runtime/upstream/user-tokens.ts';

/**
 * Runs a server's tools in this process, with credentials from its environment. Each call is counted and
 * logged without its arguments and result, which may be private.
 */
export function createToolRunner(
  server: ServerDefinition,
  environment: Environment,
  operations: Operations = createOperations(server),
): ToolRunner {
  const send = (request: Request) => fetch(request);
  const fetchUpstream = createUpstreamFetch({
    upstreams: server.upstreams,
    policies: server.policies,
    secrets: environment.secret,
    fetch: send,
    userTokens: createUserTokens({ send, save: (wanted, _, to) => keep(environment, wanted, to) }),
    baseUrlOverride: environment.baseUrl,
    gates: operations.gates,
  });
  return async (call, client) =>
    await measureCall(
      call,
      fetchUpstream,
      (counting) => runTool(server, call, { ...client, fetch: counting }),
      (observation) => {
        operations.metrics.observe(observation);
        log(observation.isError ? 'warn' : 'info', 'tool call', {
          ...observation,
          milliseconds: Math.round(observation.milliseconds),
          traceparent: client.trace?.traceparent,
        });
      },
    );
}

/** Keeps a refresh token that the API has replaced; the old one is worth nothing any more. */
async function keep(
  { keepSecret }: Environment,
  { scheme: { refreshTokenSecret: name } }: WantedToken,
  refreshToken: string,
): Promise<void> {
  try {
    if (keepSecret?.(name, refreshToken)) return;
  } catch (error) {
    log('error', `${name} cannot be stored.`, { error: String(error) });
  }
  log(
    'warn',
    `${name} was replaced by the API and is in memory only: connect again after a restart.`,
  );
}
