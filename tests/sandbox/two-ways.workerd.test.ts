import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { ClientLink, JsonObject, ServerDefinition } from '#app/runtime/definition.ts';
import { sampleArguments } from '#app/runtime/mock/sample-arguments.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { callTool, type Sandbox } from '#app/sandbox/call-tool.server.ts';

import petstore from '../specs/petstore-3.0.json?raw';

const client: ClientLink = {
  signal: new AbortController().signal,
  ...QUIET_CLIENT,
};

function call(sandbox: Sandbox, definition: ServerDefinition, name: string, args: JsonObject) {
  return callTool(
    sandbox,
    { name, arguments: args },
    {
      client,
      createEgress: 'mock',
      maxResultBytes: definition.policies.maxResultBytes,
    },
  );
}

/** A server with code runs where everything is frozen, the runtime included. */
const CODE: Tool = {
  name: 'answer',
  enabled: true,
  inputSchema: { type: 'object' },
  action: { kind: 'code', source: 'export default () => 42;' },
};

test.each([
  ['without code', []],
  ['with code', [CODE]],
])(
  'every tool of a server %s answers the same in an isolate and here, with valid and invalid arguments',
  async (_, code) => {
    const imported = await importDocument(petstore);
    if (!imported.ok) throw new Error(imported.message);
    const blueprint = {
      ...imported.value.blueprint,
      tools: [...imported.value.blueprint.tools, ...code],
    };
    const artifact = await makeArtifact(blueprint);
    if (!artifact.ok) throw new Error(artifact.message);
    const { hash, modules } = artifact.value;
    const definition = toServerDefinition(blueprint, new Map([['answer', () => 42]]));
    const isolate: Sandbox = {
      kind: 'isolate',
      loader: env.LOADER,
      artifact: { hash, account: 'both', loadModules: async () => modules },
    };
    const here: Sandbox = { kind: 'here', definition };
    expect(definition.tools.length).toBeGreaterThan(10);
    for (const tool of definition.tools) {
      const good = sampleArguments(tool, definition.definitions);
      if (good === null) throw new Error(`There are no good arguments for ${tool.name}.`);
      for (const args of [good, { nonsense: true }]) {
        const inside = await call(isolate, definition, tool.name, args);
        expect(inside, tool.name).toEqual(await call(here, definition, tool.name, args));
      }
    }
  },
);
