import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, test } from 'vitest';

import type { ServerDefinition, ToolFunction } from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { createServerFactory } from '#app/runtime/protocol/create-server.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { connect, eras, serve } from './connect.ts';
import { petstore } from './petstore.ts';

/** The pet store with code, resources and prompts. */
function library(run: ToolFunction = () => ({ done: true })): ServerDefinition {
  return petstore({
    tools: [
      ...petstore().tools,
      {
        name: 'work',
        inputSchema: { type: 'object', properties: {} },
        action: { kind: 'code', run },
      },
    ],
    resources: [
      {
        uri: 'docs://readme',
        name: 'readme',
        title: 'Read me',
        mimeType: 'text/markdown',
        content: { kind: 'text', text: '# Hi' },
      },
      {
        uri: 'docs://logo',
        name: 'logo',
        mimeType: 'image/png',
        content: { kind: 'blob', base64: 'AQID' },
      },
      {
        uri: 'pets://{petId}',
        name: 'pet',
        description: 'One pet.',
        content: { kind: 'tool', tool: 'get_pet' },
      },
    ],
    prompts: [
      {
        name: 'greet',
        description: 'Greets.',
        arguments: [{ name: 'who', required: true }, { name: 'tone' }],
        messages: [
          { role: 'user', text: 'Greet {{who}} in a {{ tone }} tone, {{other}}.' },
          { role: 'assistant', text: 'Hello {{who}}!' },
        ],
      },
    ],
  });
}

describe.each(eras)('a client of %s', (era, negotiation) => {
  test('learns who the server is, what it can, and how to use it', async () => {
    const client = await connect(serve(petstore()), negotiation);
    expect(client.getServerVersion()).toMatchObject({
      name: 'petstore',
      title: 'Pet store',
      version: '1.2.3',
    });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(client.getInstructions()).toBe('List before you fetch.');
    const full = await connect(serve(library()), negotiation);
    expect(full.getServerCapabilities()).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      logging: {},
    });
  });

  test('lists tools in their order, unchanged, with only the definitions that each reaches', async () => {
    const client = await connect(serve(petstore()), negotiation);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_pets',
      'get_pet',
      'create_pet',
      'delete_pet',
    ]);
    expect(tools[0]).toMatchObject({ title: 'List pets', annotations: { readOnlyHint: true } });
    expect(tools[0]?.inputSchema).toEqual(petstore().tools[0]?.inputSchema);
    expect(tools[1]?.inputSchema).not.toHaveProperty('$defs');
    const { Pet, Owner } = petstore().definitions;
    expect(tools[1]?.outputSchema).toEqual({
      $ref: '#/$defs/Pet',
      type: 'object',
      $defs: { Pet, Owner },
    });
  });

  test('calls a tool and gets structured content with a text mirror', async () => {
    const client = await connect(serve(petstore()), negotiation);
    await client.listTools();
    const result = await client.callTool({ name: 'get_pet', arguments: { petId: 7 } });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({ id: 7, name: 'Rex' });
    expect(result.content).toEqual([
      { type: 'text', text: JSON.stringify(result.structuredContent) },
    ]);
  });

  test('gets the data even if the API violates its schema', async () => {
    const answer = serve(petstore(), async () => ({
      ok: true,
      response: {
        status: 200,
        headers: [['content-type', 'application/json']],
        body: new TextEncoder().encode('{"id":"x"}'),
      },
    }));
    const client = await connect(answer, negotiation);
    await client.listTools();
    const result = await client.callTool({ name: 'get_pet', arguments: { petId: 7 } });
    expect(result).toMatchObject({ isError: true, structuredContent: { id: 'x' } });
  });

  test('gets a protocol error for an unknown tool', async () => {
    const client = await connect(serve(petstore()), negotiation);
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: nope'),
    });
  });

  test('lists and reads resources: text, blobs, and those made by a tool', async () => {
    const client = await connect(serve(library()), negotiation);
    expect((await client.listResources()).resources).toEqual([
      { uri: 'docs://readme', name: 'readme', title: 'Read me', mimeType: 'text/markdown' },
      { uri: 'docs://logo', name: 'logo', mimeType: 'image/png' },
    ]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([
      { uriTemplate: 'pets://{petId}', name: 'pet', description: 'One pet.' },
    ]);
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read('docs://readme')).toEqual([
      { uri: 'docs://readme', mimeType: 'text/markdown', text: '# Hi' },
    ]);
    expect(await read('docs://logo')).toEqual([
      { uri: 'docs://logo', mimeType: 'image/png', blob: 'AQID' },
    ]);
    expect(await read('pets://7')).toMatchObject([
      { uri: 'pets://7', mimeType: 'application/json', text: expect.stringContaining('"Rex"') },
    ]);
  });

  test('gets an error for an unknown or unreadable resource', async () => {
    const client = await connect(serve(library()), negotiation);
    await expect(client.readResource({ uri: 'docs://nope' })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(client.readResource({ uri: 'pets://rex' })).rejects.toThrow(
      '$.petId must be an integer',
    );
  });

  test('gets prompts with its arguments filled in, once', async () => {
    const client = await connect(serve(library()), negotiation);
    expect((await client.listPrompts()).prompts).toEqual([
      {
        name: 'greet',
        description: 'Greets.',
        arguments: [{ name: 'who', required: true }, { name: 'tone' }],
      },
    ]);
    const { messages } = await client.getPrompt({
      name: 'greet',
      arguments: { who: '{{tone}} $&' },
    });
    expect(messages.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'Greet {{tone}} $& in a  tone, {{other}}.' },
      { type: 'text', text: 'Hello {{tone}} $&!' },
    ]);
    await expect(client.getPrompt({ name: 'greet' })).rejects.toThrow('needs the argument "who"');
    await expect(client.getPrompt({ name: 'nope' })).rejects.toThrow('Unknown prompt: nope');
  });

  test('gets progress while a tool runs', async () => {
    const steps: unknown[] = [];
    const run: ToolFunction = async (_, { progress }) => {
      await progress(1, 2, 'half');
      await progress(2, 2);
      return {};
    };
    const client = await connect(serve(library(run)), negotiation);
    await client.callTool({ name: 'work' }, { onprogress: (step) => steps.push(step) });
    expect(steps).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, total: 2 },
    ]);
  });

  test('that can answer nothing is asked nothing', async () => {
    const run: ToolFunction = async (_, { elicit, sample }) => ({
      elicited: (await elicit('Sure?', { type: 'object', properties: {} })) !== null,
      sampled: (await sample('Hi', 10)) !== null,
    });
    const client = await connect(serve(library(run)), negotiation);
    const { structuredContent } = await client.callTool({ name: 'work' });
    expect(structuredContent, era).toEqual({ elicited: false, sampled: false });
  });
});

/** Asks twice, once after the other, and the model once. */
const asking: ToolFunction = async (_, { elicit, sample }) => {
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const first = await elicit('Who?', schema);
  const second = await elicit('Really?', {
    type: 'object',
    properties: { yes: { type: 'boolean' } },
  });
  const poem = await sample('A poem, please.', 100);
  return { first: first?.content ?? null, second: second?.action ?? null, poem };
};

function answerQuestions(client: Client, asked: string[]): void {
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    if (params.message === 'Who?') return { action: 'accept', content: { name: 'Ann' } };
    return { action: 'decline' };
  });
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    asked.push(JSON.stringify(params.messages[0]?.content));
    return { role: 'assistant', model: 'm', content: { type: 'text', text: 'Roses.' } };
  });
}

const able = { elicitation: { form: {} }, sampling: {} };
const answered = { first: { name: 'Ann' }, second: 'decline', poem: 'Roses.' };

test('questions to the user and the model go round by round over HTTP', async () => {
  const asked: string[] = [];
  const client = await connect(
    serve(library(asking)),
    eras[0][1],
    (one) => answerQuestions(one, asked),
    able,
  );
  const { structuredContent } = await client.callTool({ name: 'work' });
  expect(structuredContent).toEqual(answered);
  expect(asked).toEqual(['Who?', 'Really?', '{"type":"text","text":"A poem, please."}']);
});

describe.each(eras)('over stdio, a client of %s', (_, versionNegotiation) => {
  test('lists, calls and is asked, on one connection', async () => {
    const definition = library(asking);
    const fetch = createMockFetch(definition);
    const factory = createServerFactory(toServedDefinition(definition), (call, link) =>
      runTool(definition, call, { ...link, fetch }),
    );
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    const handle = serveStdio(factory, { transport: serverSide });
    const asked: string[] = [];
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation, capabilities: able },
    );
    answerQuestions(client, asked);
    await client.connect(clientSide);
    expect((await client.listTools()).tools).toHaveLength(5);
    expect(
      (await client.callTool({ name: 'get_pet', arguments: { petId: 7 } })).structuredContent,
    ).toMatchObject({ id: 7 });
    expect((await client.callTool({ name: 'work' })).structuredContent).toEqual(answered);
    await client.close();
    await handle.close();
  });
});
