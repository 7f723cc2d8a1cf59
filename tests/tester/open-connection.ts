import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { EraChoice, ServerTarget } from '#app/mcp-client/target.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { createStatefulProtocol } from '#app/runtime/protocol/session/stateful-protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { FIXTURE_DEFINITION } from './servers/fixture-definition.ts';

/** A saved server as the screens have it. */
export function targetOf(url: string, era: EraChoice = 'auto'): ServerTarget {
  return {
    id: `test-${era}`,
    name: 'Test server',
    url,
    transport: 'http',
    era,
    route: 'direct',
    headers: [],
    auth: { kind: 'none' },
    timeoutMs: 20_000,
    maxTimeoutMs: 60_000,
  };
}

/** A connection of the page to the fixture, without a network in between. */
export async function openFixture(era: EraChoice): Promise<ServerConnection> {
  const answer = createStatefulProtocol({
    served: toServedDefinition(FIXTURE_DEFINITION),
    runTool: (call, client) =>
      runTool(FIXTURE_DEFINITION, call, {
        ...client,
        fetch: async () => ({ ok: false, reason: 'refused', message: 'There is no upstream.' }),
      }),
    hosts: ['127.0.0.1'],
    origins: ['*'],
  });
  return open(era, (request) => answer(request));
}

type Methods = Readonly<Record<string, (params: JsonObject) => unknown>>;

/** A connection to a server that answers each method with whatever a test makes up. */
export function openAnswers(methods: Methods): Promise<ServerConnection> {
  return open('legacy', async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const message: unknown = await request.json();
    const { id, method, params } = isJsonObject(message) ? message : {};
    if (id === undefined) return new Response(null, { status: 202 });
    return answerRpc(id, method === 'initialize' ? INITIALIZED : answerOf(methods, method, params));
  });
}

/** As {@link openAnswers}, of the era without sessions. */
export function openModern(capabilities: JsonObject, methods: Methods): Promise<ServerConnection> {
  const discovered = {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    serverInfo: { name: 'made-up', version: '1' },
    capabilities,
    ttlMs: 0,
    cacheScope: 'private',
  };
  return open('2026-07-28', async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const message: unknown = await request.json();
    const { id, method, params } = isJsonObject(message) ? message : {};
    return answerRpc(
      id,
      method === 'server/discover' ? discovered : answerOf(methods, method, params),
    );
  });
}

function answerRpc(id: JsonValue | undefined, result: unknown): Response {
  const error = { code: -32601, message: 'Method not found' };
  const body =
    result === undefined ? { jsonrpc: '2.0', id, error } : { jsonrpc: '2.0', id, result };
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

function answerOf(methods: Methods, method: JsonValue = null, params: JsonValue = {}): unknown {
  const answer = typeof method === 'string' ? methods[method] : undefined;
  return answer?.(isJsonObject(params) ? params : {});
}

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'made-up', version: '1' },
  capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
};

async function open(
  era: EraChoice,
  answer: (request: Request) => Promise<Response>,
): Promise<ServerConnection> {
  const connection = createConnection(targetOf('http://127.0.0.1:9/mcp', era), {
    fetch: (url, init) => answer(new Request(url, init)),
  });
  const connected = await connection.connect();
  if (!connected.ok) throw new Error(connected.message);
  return connection;
}
