import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import type { ServerDefinition } from '#app/runtime/definition.ts';
import { createStatefulProtocol } from '#app/runtime/protocol/session/stateful-protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { makeTarget } from '../mcp-client/make-target.ts';
import { FIXTURE_DEFINITION } from './servers/fixture-definition.ts';

/** A connection to a server of our runtime that answers without a network: for tests of screens. */
export async function connectInProcess(
  changes: Partial<ServerTarget> = {},
  definition: ServerDefinition = FIXTURE_DEFINITION,
): Promise<ServerConnection> {
  const answer = createStatefulProtocol({
    served: toServedDefinition(definition),
    runTool: (call, client) =>
      runTool(definition, call, {
        ...client,
        fetch: async () => ({ ok: false, reason: 'refused', message: 'There is no upstream.' }),
      }),
    hosts: ['127.0.0.1'],
    origins: ['*'],
  });
  const connection = createConnection(makeTarget('http://127.0.0.1:9/mcp', changes), {
    fetch: (url, init) => answer(new Request(url, init)),
  });
  const connected = await connection.connect();
  if (!connected.ok) throw new Error(connected.message);
  return connection;
}
