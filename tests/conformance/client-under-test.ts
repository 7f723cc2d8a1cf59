import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { findParamHeaders } from '#app/mcp-client/param-headers.ts';
import { REVISIONS } from '#app/mcp-client/target.ts';

import { createTestTokens } from './create-test-tokens.ts';
import { fillDefaults } from './fill-defaults.ts';

/** The program that the official suite runs against servers of its own: our client, and a person who agrees to everything. */
const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const revision = REVISIONS.find((one) => one === process.env['MCP_CONFORMANCE_PROTOCOL_VERSION']);
const given = parseJson(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');

const connection = createConnection(
  {
    id: scenario,
    name: scenario,
    url,
    transport: 'http',
    era: revision ?? 'auto',
    route: 'direct',
    headers: [],
    auth: { kind: 'oauth', clientId: '', clientSecret: '', scope: '', method: null },
    timeoutMs: 60_000,
    maxTimeoutMs: 60_000,
  },
  { tokens: createTestTokens(url, isJsonObject(given) ? given : {}) },
);
connection.subscribe(() => {
  for (const { method, params, answer } of connection.getQuestions()) answer(agree(method, params));
});
const connected = await connection.connect();
if (!connected.ok) throw new Error(connected.message);
await exercise(connection);
await connection.close();
process.exit(0);

function agree(method: string, params: JsonObject): JsonObject {
  switch (method) {
    case 'elicitation/create':
      return { action: 'accept', content: fillDefaults(params['requestedSchema']) };
    case 'sampling/createMessage':
      return { role: 'assistant', model: 'test', content: { type: 'text', text: 'Test.' } };
    default:
      return { roots: [] };
  }
}

/** Uses all that the server offers, as the scenarios expect it. */
async function exercise({ request, listAll }: ServerConnection): Promise<void> {
  const tools = await listAll('tools/list');
  const usable = tools.ok ? tools.value.filter(({ inputSchema }) => isUsable(inputSchema)) : [];
  const calls =
    isJsonObject(given) && Array.isArray(given['toolCalls']) ? given['toolCalls'] : null;
  for (const call of calls ?? usable.map((tool) => toCall(tool, usable))) {
    if (isJsonObject(call)) await request('tools/call', call);
  }
  const resources = await listAll('resources/list');
  for (const { uri } of resources.ok ? resources.value : []) {
    if (typeof uri === 'string') await request('resources/read', { uri });
  }
  const prompts = await listAll('prompts/list');
  for (const { name } of prompts.ok ? prompts.value : []) {
    if (typeof name === 'string') await request('prompts/get', { name });
  }
}

/** A tool whose headers break the protocol is not called. */
function isUsable(inputSchema: JsonObject[string] | undefined): boolean {
  return scenario !== 'http-invalid-tool-headers' || findParamHeaders(inputSchema).ok;
}

function toCall({ name = '', inputSchema }: JsonObject, tools: readonly JsonObject[]): JsonObject {
  const properties = isJsonObject(inputSchema) ? inputSchema['properties'] : {};
  const names = isJsonObject(properties) ? Object.entries(properties) : [];
  const args = names.map(([key, schema]): [string, JsonObject[string]] => {
    // The scenario about schemas wants that of the first tool back.
    if (key === 'schema') return [key, tools[0]?.['inputSchema'] ?? {}];
    const type = isJsonObject(schema) ? schema['type'] : undefined;
    return [key, type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : 'test'];
  });
  return { name, arguments: Object.fromEntries(args) };
}
