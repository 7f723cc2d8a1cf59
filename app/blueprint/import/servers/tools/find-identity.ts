import { dropHidden } from '#app/blueprint/import/text/visible-text.ts';
import type { CodeModule } from '#app/blueprint/import/servers/code/code-module.ts';
import { evaluateArguments } from '#app/blueprint/import/servers/values/evaluate-call.ts';
import type { Interpreter } from '#app/blueprint/import/servers/values/interpreter.ts';
import { knownText, UNKNOWN, type Value } from '#app/blueprint/import/servers/values/value.ts';
import type { JsonObject } from '#app/runtime/json.ts';

import type { FoundServer } from './found-server.ts';

type Identity = Pick<FoundServer, 'name' | 'title' | 'version' | 'instructions' | 'transports'>;

const SERVERS = new Set([
  'McpServer',
  'Server',
  'FastMCP',
  'MCPServer',
  'McpAgent',
  'createMCPServer',
]);
const TRANSPORTS: readonly [FoundServer['transports'][number], RegExp][] = [
  ['stdio', /StdioServerTransport|serveStdio|["']stdio["']/],
  [
    'http',
    /StreamableHTTP(Server)?Transport|httpStream|createMcpHandler|McpAgent|WebStandardStreamable|["']http-?stream["']|\.listen\(/i,
  ],
  ['sse', /SSEServerTransport|transportType:\s*["']sse["']/],
];

/** Finds the name of a server, and how it is reached. */
export function findIdentity(
  interpreter: Interpreter,
  modules: readonly CodeModule[],
  manifest: JsonObject,
): Identity {
  const described = modules
    .flatMap(({ calls }) => calls)
    .filter(({ name }) => SERVERS.has(name))
    .map(({ module, node }) =>
      evaluateArguments(interpreter, node.arguments, { module, env: null }),
    );
  const named = described.find(
    ([first]) => first && knownText(interpreter.get(first, 'name')) !== null,
  );
  const [first = UNKNOWN, second = UNKNOWN] = named ?? described[0] ?? [];
  const text = (value: Value) => {
    const given = knownText(value);
    return given === null || given === '' ? null : dropHidden(given);
  };
  const { name, version } = manifest;
  return {
    name:
      text(interpreter.get(first, 'name')) ??
      text(first) ??
      (typeof name === 'string' ? dropHidden(name) : null),
    title: text(interpreter.get(first, 'title')),
    version: [text(interpreter.get(first, 'version')), version].find(isVersion) ?? null,
    instructions:
      text(interpreter.get(second, 'instructions')) ?? text(interpreter.get(first, 'instructions')),
    transports: TRANSPORTS.flatMap(([kind, written]) =>
      modules.some(({ code }) => written.test(code)) ? [kind] : [],
    ),
  };
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && /^v?\d[\w.+-]*$/.test(value);
}
