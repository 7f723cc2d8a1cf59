import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { ClientLink, JsonObject, ServerDefinition } from '#app/runtime/definition.ts';
import { sampleArguments } from '#app/runtime/mock/sample-arguments.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { MAX_BYTES_HERE } from '#app/sandbox/answer-replay.ts';
import { callTool, type IsolateSandbox, type Sandbox } from '#app/sandbox/call-tool.server.ts';
import { createEgress } from '#app/sandbox/egress.server.ts';

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

const TEXT = { 'content-type': 'text/plain' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Answers as APIs give them, and as they do not. */
const ANSWERS: [name: string, answer: () => Response][] = [
  ['a value', () => Response.json({ id: 7, name: 'Bello', photoUrls: ['a'], status: 'sold' })],
  ['a list', () => Response.json([{ id: 7, name: 'Bello', photoUrls: [] }, 'no pet'])],
  ['a large list', () => Response.json(Array(9_000).fill({ id: 7, name: 'Bello', photoUrls: [] }))],
  ['deep JSON', () => new Response('['.repeat(700) + ']'.repeat(700), { headers: JSON_TYPE })],
  ['a large text', () => new Response('x'.repeat(MAX_BYTES_HERE + 1), { headers: TEXT })],
  ['no JSON', () => new Response('<p>no', { headers: JSON_TYPE })],
  ['bytes', () => new Response(new Uint8Array([0, 255, 254]))],
  ['nothing', () => new Response(null, { status: 204 })],
  ['a failure', () => Response.json({ message: 'no such pet' }, { status: 404 })],
];

test('every answer of a real API becomes the same in an isolate and beside others, asked for once', async () => {
  const imported = await importDocument(petstore);
  if (!imported.ok) throw new Error(imported.message);
  const { blueprint } = imported.value;
  const artifact = await makeArtifact(blueprint);
  if (!artifact.ok) throw new Error(artifact.message);
  const { hash, modules } = artifact.value;
  const definition = toServerDefinition(blueprint, new Map());
  const loadModules = async () => modules;
  const isolate: IsolateSandbox = {
    kind: 'isolate',
    loader: env.LOADER,
    artifact: { hash, account: 'live', loadModules },
  };
  const run = async (sandbox: Sandbox, name: string, args: JsonObject, answer: () => Response) => {
    const seen: string[] = [];
    const result = await callTool(
      sandbox,
      { name, arguments: args },
      {
        client,
        createEgress: (signal) => {
          const fetch = async (request: Request) => {
            seen.push(`${request.method} ${request.url} ${await request.text()}`);
            return { ok: true as const, value: answer() };
          };
          const secrets = async () => 'the-secret-value-42';
          return createEgress(definition, { environment: 'live', secrets, fetch }, signal);
        },
        maxResultBytes: definition.policies.maxResultBytes,
      },
    );
    return { result, seen };
  };
  for (const tool of definition.tools) {
    const args = sampleArguments(tool, definition.definitions);
    if (args === null) throw new Error(`There are no good arguments for ${tool.name}.`);
    for (const [name, answer] of ANSWERS) {
      const inside = await run(isolate, tool.name, args, answer);
      const beside = await run({ kind: 'hereFirst', definition, isolate }, tool.name, args, answer);
      expect(beside, `${tool.name}: ${name}`).toEqual(inside);
      expect(inside.seen.length, `${tool.name}: ${name}`).toBeGreaterThan(0);
    }
  }
});

test('small answers wake no isolate, large and deep ones are read in one', async () => {
  const imported = await importDocument(petstore);
  if (!imported.ok) throw new Error(imported.message);
  const definition = toServerDefinition(imported.value.blueprint, new Map());
  let loaded = 0;
  const isolate: IsolateSandbox = {
    kind: 'isolate',
    loader: env.LOADER,
    artifact: {
      hash: 'of a server that cannot be read',
      account: 'live',
      loadModules: () => {
        loaded += 1;
        return Promise.reject(new Error('nobody reads it'));
      },
    },
  };
  const ask = (value: Response) =>
    callTool(
      { kind: 'hereFirst', definition, isolate },
      { name: 'getPetById', arguments: { petId: 7 } },
      {
        client,
        createEgress: (signal) => {
          const fetch = async () => ({ ok: true as const, value });
          return createEgress(
            definition,
            { environment: 'live', secrets: async () => 's', fetch },
            signal,
          );
        },
        maxResultBytes: definition.policies.maxResultBytes,
      },
    );
  const pet = (bytes: number) => Response.json({ id: 7, name: 'x'.repeat(bytes), photoUrls: [] });
  const flat = Array(600).fill([]);
  const deep = `{"id":7,"deep":${'['.repeat(600)}${']'.repeat(600)}}`;
  expect(await ask(pet(10))).toMatchObject({ structuredContent: { id: 7 } });
  expect(await ask(Response.json({ id: 7, photoUrls: flat }))).toBeDefined();
  expect(loaded).toBe(0);
  expect(await ask(pet(MAX_BYTES_HERE))).toMatchObject({ isError: true });
  expect(loaded).toBe(1);
  // It takes a time that grows with the square of its depth.
  for (const type of ['application/json', 'text/plain', 'application/json; charset=utf-16le']) {
    const body = type.endsWith('le') ? toUtf16(deep) : deep;
    await ask(new Response(body, { headers: { 'content-type': type } }));
  }
  expect(loaded).toBe(4);
});

function toUtf16(text: string): Uint8Array<ArrayBuffer> {
  const units = Uint16Array.from(text, (character) => character.charCodeAt(0));
  return new Uint8Array(units.buffer);
}
