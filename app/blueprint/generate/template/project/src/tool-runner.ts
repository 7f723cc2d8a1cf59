import type { Environment } from './environment.ts';
import type { ServerDefinition } from './runtime/definition.ts';
import { runTool } from './runtime/run-tool.ts';
import type { ToolRunner } from './runtime/tool-context.ts';
import { createUpstreamFetch } from './runtime/upstream-fetch.ts';

/** Runs a server's tools in this process, with credentials from its environment. */
export function createToolRunner(server: ServerDefinition, environment: Environment): ToolRunner {
  const fetchUpstream = createUpstreamFetch({
    upstreams: server.upstreams,
    policies: server.policies,
    secrets: environment.secret,
    fetch: (request) => fetch(request),
    baseUrlOverride: environment.baseUrl,
  });
  return (call, client) => runTool(server, call, { ...client, fetch: fetchUpstream });
}
