import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Server } from '@modelcontextprotocol/server';

import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { ServedDefinition } from '../served-definition.ts';
import { abilitiesOf, requireAbilities } from './client-abilities.ts';
import { withClientLink } from './client-link.ts';
import { listTools } from './list-tools.ts';
import { requirePage } from './require-page.ts';
import type { Serving } from './serving.ts';

/** Answers `tools/list` and `tools/call`. */
export function serveTools(server: Server, served: ServedDefinition, serving: Serving): void {
  const tools = new Map(served.tools.map((tool) => [tool.name, tool]));
  server.setRequestHandler('tools/list', ({ params }) => {
    const { items, ...next } = requirePage(listTools(served), params?.cursor);
    return { tools: items, ...next };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params;
    const tool = tools.get(name);
    if (tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    }
    if (tool.requires !== undefined) requireAbilities(tool.requires, abilitiesOf(server, context));
    const call = { name, arguments: toArguments(params.arguments) };
    return await withClientLink(server, context, serving, async (link) => {
      try {
        return { ...(await serving.runTool(call, link)) };
      } catch (error) {
        server.onerror?.(error instanceof Error ? error : new Error(String(error)));
        // Tool failures are results; this is a fault of the server, whose details stay internal.
        const message = `The tool ${name} could not be run.`;
        throw new ProtocolError(ProtocolErrorCode.InternalError, message);
      }
    });
  });
}

function toArguments(given: unknown): JsonObject {
  // Values from the wire are JSON; the SDK's type does not say so.
  const args = (given ?? {}) as JsonValue;
  return isJsonObject(args) ? args : {};
}
