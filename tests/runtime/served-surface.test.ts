import { describe, expect, test } from 'vitest';

import type {
  JsonObject,
  ServerDefinition,
  ToolDefinition,
  ToolFunction,
} from '#app/runtime/definition.ts';
import { toText } from '#app/runtime/json.ts';

import { modernRequest } from '../setup/modern-request.ts';
import { connect, eras, serve } from './connect.ts';
import { petstore } from './petstore.ts';

function code(name: string, run: ToolFunction, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return { name, inputSchema: { type: 'object' }, action: { kind: 'code', run }, ...more };
}

const colours = { type: 'string', enum: ['red', 'rose', 'blue'] };

function surface(): ServerDefinition {
  return petstore({
    tools: [
      code('paint', ({ colour }) => ({ colour: toText(colour ?? null) }), {
        inputSchema: { type: 'object', properties: { colour: colours }, required: ['colour'] },
      }),
      code('talk', async (_, { sample }) => await sample('Say something.', 10), {
        requires: ['sampling'],
      }),
      code('fail', () => {
        throw new Error('No paint left.');
      }),
    ],
    resources: [
      { uri: 'paint://{colour}', name: 'paint', content: { kind: 'tool', tool: 'paint' } },
    ],
    prompts: [
      {
        name: 'written',
        arguments: [{ name: 'who', values: ['Ann', 'Anton', 'Bob'] }, { name: 'where' }],
        messages: [
          { role: 'user', text: 'Hi {{who}}, {{ unknown }}' },
          { role: 'assistant', content: { type: 'image', data: 'AQID', mimeType: 'image/png' } },
          {
            role: 'user',
            content: { type: 'resource', resource: { uri: 'docs://{{where}}', text: '{{who}}' } },
          },
        ],
      },
      { name: 'made', arguments: [{ name: 'colour' }], messages: [], tool: 'paint' },
      { name: 'broken', arguments: [], messages: [], tool: 'fail' },
    ],
  });
}

describe.each(eras)('a client of %s', (_, negotiation) => {
  test('gets prompts with any content, filled in once', async () => {
    const client = await connect(serve(surface()), negotiation);
    const args = { who: '{{where}}', where: 'home' };
    const { messages } = await client.getPrompt({ name: 'written', arguments: args });
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Hi {{where}}, {{ unknown }}' } },
      { role: 'assistant', content: { type: 'image', data: 'AQID', mimeType: 'image/png' } },
      {
        role: 'user',
        content: { type: 'resource', resource: { uri: 'docs://home', text: '{{where}}' } },
      },
    ]);
    const { prompts } = await client.listPrompts();
    expect(prompts[0]).toEqual({
      name: 'written',
      arguments: [{ name: 'who' }, { name: 'where' }],
    });
  });

  test('gets the messages that a tool makes, or why it could not', async () => {
    const client = await connect(serve(surface()), negotiation);
    const { messages } = await client.getPrompt({ name: 'made', arguments: { colour: 'red' } });
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: '{"colour":"red"}' } },
    ]);
    await expect(client.getPrompt({ name: 'broken' })).rejects.toThrow('No paint left.');
  });

  test('gets completions for prompts and templates', async () => {
    const client = await connect(serve(surface()), negotiation);
    expect(client.getServerCapabilities()?.completions).toEqual({});
    const complete = async (ref: JsonObject, name: string, value: string) => {
      const known = ref as { type: 'ref/prompt'; name: string };
      const { completion } = await client.complete({ ref: known, argument: { name, value } });
      return completion;
    };
    const prompt = { type: 'ref/prompt', name: 'written' };
    expect(await complete(prompt, 'who', 'an')).toEqual({
      values: ['Ann', 'Anton'],
      total: 2,
      hasMore: false,
    });
    expect((await complete(prompt, 'where', '')).values).toEqual([]);
    const made = { type: 'ref/prompt', name: 'made' };
    expect((await complete(made, 'colour', 'b')).values).toEqual(['blue']);
    const template = { type: 'ref/resource', uri: 'paint://{colour}' };
    expect((await complete(template, 'colour', 'r')).values).toEqual(['red', 'rose']);
    await expect(complete({ type: 'ref/prompt', name: 'none' }, 'a', '')).rejects.toThrow('none');
  });

  test('that lacks a required capability is rejected before the tool runs', async () => {
    const client = await connect(serve(surface()), negotiation);
    await expect(client.callTool({ name: 'talk' })).rejects.toMatchObject({ code: -32_021 });
  });
});

/** One round of `tools/call`, by hand. */
async function callRaw(answer: ReturnType<typeof serve>, more: JsonObject): Promise<JsonObject> {
  const _meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
  const params = { name: 'ask', arguments: {}, _meta, ...more };
  const response = await answer(modernRequest('tools/call', params));
  return JSON.parse(await response.text());
}

describe('questions', () => {
  const asking = petstore({
    tools: [
      code('ask', async (_, { elicit }) => {
        const form = { type: 'object', properties: { name: { type: 'string' } } };
        const first = await elicit('Who?', form, 'who');
        const second = await elicit('And then?', form);
        return [first?.content ?? null, second?.content ?? null];
      }),
    ],
  });
  const accept = (name: string) => ({ action: 'accept', content: { name } });

  test('have the given name, or one from their order', async () => {
    const answer = serve(asking);
    const first = await callRaw(answer, {});
    expect(first).toMatchObject({ result: { inputRequests: { who: expect.anything() } } });
    const state = (first['result'] as JsonObject)['requestState'] ?? null;
    const inputResponses = { who: accept('Ann'), unknown: accept('Eve') };
    const second = await callRaw(answer, { inputResponses, requestState: state });
    expect(second).toMatchObject({
      result: { inputRequests: { 'question-2': expect.anything() } },
    });
  });

  test('keep earlier answers sealed; a modified seal is rejected', async () => {
    const answer = serve(asking);
    const first = await callRaw(answer, { inputResponses: { who: accept('Ann') } });
    const state = toText((first['result'] as JsonObject)['requestState'] ?? null);
    const inputResponses = { 'question-2': accept('Bob') };
    const touched = await callRaw(answer, { inputResponses, requestState: `${state}x` });
    expect(touched).toMatchObject({ error: { code: -32_602 } });
    const foreign = await callRaw(serve(asking), { inputResponses, requestState: state });
    expect(foreign).toMatchObject({ error: { code: -32_602 } });
    const whole = await callRaw(answer, { inputResponses, requestState: state });
    expect(whole).toMatchObject({
      result: { structuredContent: { result: [{ name: 'Ann' }, { name: 'Bob' }] } },
    });
  });

  test('are asked again if the answer does not fit', async () => {
    const inputResponses = { who: { model: 'm', role: 'assistant', content: [] } };
    const again = await callRaw(serve(asking), { inputResponses });
    expect(again).toMatchObject({ result: { inputRequests: { who: expect.anything() } } });
  });
});

test('a prompt with an unclosed placeholder is served unchanged', async () => {
  const text = `{{${' '.repeat(5_000)}`.repeat(2);
  const definition = petstore({
    prompts: [{ name: 'open', arguments: [], messages: [{ role: 'user', text }] }],
  });
  const client = await connect(serve(definition), eras[0][1]);
  const { messages } = await client.getPrompt({ name: 'open' });
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text } }]);
});
