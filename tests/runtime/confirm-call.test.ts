import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, test } from 'vitest';

import type {
  ElicitAnswer,
  JsonObject,
  ServerDefinition,
  ToolAnnotations,
  ToolDefinition,
  ToolFunction,
} from '#app/runtime/definition.ts';
import { createServerFactory } from '#app/runtime/protocol/create-server.ts';
import { createStateSeal } from '#app/runtime/protocol/serving.ts';
import { createStatefulProtocol } from '#app/runtime/protocol/session/stateful-protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { confirmCall } from '#app/runtime/tools/confirm-call.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { connect, eras, serve } from './connect.ts';
import { contextWith, recordingUpstream, textOf } from './context.ts';
import { petstore } from './petstore.ts';

function destructive(
  annotations: ToolAnnotations = { destructiveHint: true },
  confirmDestructive?: boolean,
): ServerDefinition {
  const { tools, policies } = petstore();
  return petstore({
    tools: tools.map((tool) => (tool.name === 'delete_pet' ? { ...tool, annotations } : tool)),
    policies: { ...policies, confirmDestructive },
  });
}

async function ask(definition: ServerDefinition, answer: ElicitAnswer | null) {
  const asked: string[] = [];
  const { fetch, requests } = recordingUpstream('', '', 204);
  const elicit = async (message: string) => (asked.push(message), answer);
  const call = { name: 'delete_pet', arguments: { petId: 7 } };
  const result = await runTool(definition, call, contextWith(fetch, { elicit }));
  return { result, asked, sent: requests.length };
}

const accept: ElicitAnswer = { action: 'accept', content: { confirm: true } };
const refuse: ElicitAnswer = { action: 'accept', content: { confirm: false } };

test('the user sees the arguments of a destructive call, and confirms', async () => {
  const { result, asked, sent } = await ask(destructive(), accept);
  expect(asked).toEqual([
    'delete_pet may change or destroy something for good. Call it with {"petId":7}?',
  ]);
  expect(result.isError).toBeUndefined();
  expect(sent).toBe(1);
});

test.each<[string, ElicitAnswer, string]>([
  ['declines', { action: 'decline' }, 'declined'],
  ['unticks the box', refuse, 'declined'],
  ['ticks nothing', { action: 'accept', content: {} }, 'declined'],
  ['says nothing', { action: 'accept' }, 'declined'],
  ['says something else', { action: 'accept', content: { confirm: 'no' } }, 'declined'],
  ['closes the question', { action: 'cancel' }, 'did not answer'],
])('a user who %s stops the call before anything is sent', async (_, answer, said) => {
  const { result, sent } = await ask(destructive(), answer);
  expect(result.isError).toBe(true);
  expect(textOf(result)).toBe(
    `Nothing was done: the user was asked to confirm the call of delete_pet and ${said}. Do not try again unless the user asks for it.`,
  );
  expect(sent).toBe(0);
});

async function questionFor(args: JsonObject, title?: string): Promise<string> {
  const tool: ToolDefinition = {
    name: 'remove',
    ...(title === undefined ? {} : { title }),
    inputSchema: { type: 'object' },
    action: { kind: 'code', run: () => 'removed' },
  };
  const asked: string[] = [];
  await confirmCall(tool, args, { elicit: async (message) => (asked.push(message), accept) });
  return asked.join();
}

test('names arguments that are too long to show, with their length', async () => {
  const question = await questionFor({ note: 'x'.repeat(700), force: true, path: '/' });
  expect(question).toContain(
    `{"note":"${'x'.repeat(591)}… and 135 characters more (of all its arguments ["note","force","path"])?`,
  );
  expect(question).not.toContain('"force":true');
  const names = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`name${at}`, at]));
  expect((await questionFor(names)).length).toBeLessThan(1_500);
});

test('the user sees hidden characters', async () => {
  const question = await questionFor({ path: '/a\u202Eb\u200B\u{E0041}\u3164' }, 'Remove\u2066it');
  expect(question).toContain(
    String.raw`Remove\u2066it (remove) may change or destroy something for good. Call it with {"path":"/a\u202eb\u200b\udb40\udc41\u3164"}?`,
  );
});

test('no answer is preselected', async () => {
  const schemas: JsonObject[] = [];
  const { fetch } = recordingUpstream('', '', 204);
  const elicit = async (_: string, schema: JsonObject) => (schemas.push(schema), accept);
  const call = { name: 'delete_pet', arguments: { petId: 7 } };
  await runTool(destructive(), call, contextWith(fetch, { elicit }));
  expect(schemas).toHaveLength(1);
  expect(JSON.stringify(schemas)).not.toContain('"default"');
});

test('if the client cannot ask, the call proceeds', async () => {
  expect((await ask(destructive(), null)).sent).toBe(1);
});

test.each<[string, ServerDefinition]>([
  ['the policy says not to', destructive(undefined, false)],
  ['the tool is not said to be destructive', destructive({})],
  ['the tool only reads', destructive({ destructiveHint: true, readOnlyHint: true })],
])('nobody is asked if %s', async (_, definition) => {
  const { asked, sent } = await ask(definition, refuse);
  expect(asked).toEqual([]);
  expect(sent).toBe(1);
});

test('invalid arguments are rejected before the user is asked', async () => {
  const asked: string[] = [];
  const elicit = async (message: string) => (asked.push(message), accept);
  const call = { name: 'delete_pet', arguments: { petId: 'seven' } };
  await runTool(destructive(), call, contextWith(recordingUpstream().fetch, { elicit }));
  expect(asked).toEqual([]);
});

/** Deletes two pets by another tool. */
const clear: ToolFunction = async (_, { callTool }) => {
  const results = [];
  for (const petId of [1, 2]) results.push(await callTool('delete_pet', { petId }));
  return { errors: results.filter(({ isError }) => isError === true).length };
};

function clearing(): ServerDefinition {
  const definition = destructive();
  const tool = {
    name: 'clear',
    inputSchema: { type: 'object' },
    action: { kind: 'code' as const, run: clear },
  };
  return { ...definition, tools: [...definition.tools, tool] };
}

/** Agrees to the first question and declines the others. */
function answerOnce(client: Client, asked: string[]): void {
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return asked.length === 1
      ? { action: 'accept', content: { confirm: true } }
      : { action: 'decline' };
  });
}

const able = { elicitation: { form: {} } };

test('over HTTP the question is a round trip, and each call has its own answer', async () => {
  const asked: string[] = [];
  const { fetch, requests } = recordingUpstream('', '', 204);
  const client = await connect(
    serve(clearing(), fetch),
    eras[0][1],
    (one) => answerOnce(one, asked),
    able,
  );
  const { structuredContent } = await client.callTool({ name: 'clear' });
  expect(structuredContent).toEqual({ errors: 1 });
  expect(asked).toHaveLength(2);
  expect(requests.map(({ path }) => path)).not.toContain('/pets/2');
});

describe.each(eras)('over stdio, a client of %s', (_, versionNegotiation) => {
  test('is asked, and a declined call is not sent', async () => {
    const definition = destructive();
    const { fetch, requests } = recordingUpstream('', '', 204);
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
    answerOnce(client, asked);
    await client.connect(clientSide);
    const call = () => client.callTool({ name: 'delete_pet', arguments: { petId: 7 } });
    expect(await call()).not.toMatchObject({ isError: true });
    expect(requests).toHaveLength(1);
    expect(await call()).toMatchObject({ isError: true });
    expect(requests).toHaveLength(1);
    expect(asked).toHaveLength(2);
    await client.close();
    await handle.close();
  });
});

test('in a session of 2025 over HTTP the client is asked as well', async () => {
  const asked: string[] = [];
  const definition = destructive();
  const { fetch, requests } = recordingUpstream('', '', 204);
  const answer = createStatefulProtocol({
    served: toServedDefinition(definition),
    runTool: (call, link) => runTool(definition, call, { ...link, fetch }),
    state: createStateSeal(),
    hosts: ['mcp.example.com'],
    origins: [],
  });
  const client = await connect(answer, eras[1][1], (one) => answerOnce(one, asked), able);
  const call = () => client.callTool({ name: 'delete_pet', arguments: { petId: 7 } });
  expect(await call()).not.toMatchObject({ isError: true });
  expect(await call()).toMatchObject({ isError: true });
  expect(requests).toHaveLength(1);
  expect(asked).toHaveLength(2);
  await client.close();
});
