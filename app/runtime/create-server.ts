import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { McpServerFactory, ServerCapabilities } from '@modelcontextprotocol/server';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

import { withClientLink } from './client-link.ts';
import { isJsonObject } from './json.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { listTools } from './list-tools.ts';
import { pageAt } from './paginate.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import type { ServedDefinition } from './served-definition.ts';
import type { ToolRunner } from './tool-context.ts';

/** How long clients of 2026-07-28 may keep a list: a new version is seen after a minute. */
const LIST_TTL_MS = 60_000;

/** The SDK's default needs eval, and a new one with each server. */
const validator = new CfWorkerJsonSchemaValidator();

/**
 * What both serving entries of the SDK take: over HTTP it makes a server for each request, over
 * stdio one for the connection. It answers protocol revisions of both eras.
 */
export function createServerFactory(
  served: ServedDefinition,
  runTool: ToolRunner,
): McpServerFactory {
  return () => {
    const { instructions, ...serverInfo } = served.identity;
    const list = { ttlMs: LIST_TTL_MS, cacheScope: 'private' as const };
    const server = new Server(serverInfo, {
      capabilities: capabilitiesOf(served),
      ...(instructions === undefined ? {} : { instructions }),
      jsonSchemaValidator: validator,
      cacheHints: {
        'server/discover': list,
        'tools/list': list,
        'prompts/list': list,
        'resources/list': list,
        'resources/templates/list': list,
      },
    });
    if (served.tools.length > 0) serveTools(server, served, runTool);
    if (served.resources.length > 0) serveResources(server, served, runTool);
    if (served.prompts.length > 0) servePrompts(server, served.prompts);
    return server;
  };
}

/** Only what the server has: clients ask for nothing else. */
function capabilitiesOf(served: ServedDefinition): ServerCapabilities {
  return {
    ...(served.tools.length > 0 ? { tools: {} } : {}),
    ...(served.resources.length > 0 ? { resources: {} } : {}),
    ...(served.prompts.length > 0 ? { prompts: {} } : {}),
    ...(served.logs === true ? { logging: {} } : {}),
  };
}

function serveTools(server: Server, served: ServedDefinition, runTool: ToolRunner): void {
  const names = new Set(served.tools.map(({ name }) => name));
  server.setRequestHandler('tools/list', ({ params }) => {
    const { page, ...next } = pageAt(listTools(served), params?.cursor);
    return { tools: page, ...next };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params;
    if (!names.has(name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    }
    const call = { name, arguments: toArguments(params.arguments) };
    return await withClientLink(server, context, async (link) => {
      try {
        return { ...(await runTool(call, link)) };
      } catch (error) {
        server.onerror?.(error instanceof Error ? error : new Error(String(error)));
        // A tool's failures are results; this is a fault of ours, and nobody else's business.
        const message = `The tool ${name} could not be run.`;
        throw new ProtocolError(ProtocolErrorCode.InternalError, message);
      }
    });
  });
}

function toArguments(given: unknown): JsonObject {
  // What came over the wire is JSON already; only the SDK's type does not say so.
  const args = (given ?? {}) as JsonValue;
  return isJsonObject(args) ? args : {};
}
