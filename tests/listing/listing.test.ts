import { describe, expect, test } from 'vitest';

import type { JsonObject } from '#app/runtime/json.ts';
import { toToolListing } from '#app/runtime/listing/tool-listing.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';

import { connect, eras, serve } from '../runtime/connect.ts';
import { petstore } from '../runtime/petstore.ts';

/** An object of so many texts, each with a description. */
function textsOf(count: number): JsonObject {
  const description = 'A text. '.repeat(20);
  const names = Array.from({ length: count }, (_, index) => `field${index}`);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description }])),
  };
}

/** A server of so many tools, which share a large input and have an output of so many fields each. */
function serverOf(count: number, fields: number) {
  const tools = Array.from({ length: count }, (_, index) => ({
    name: `tool${index}`,
    inputSchema: { type: 'object', properties: { body: { $ref: '#/$defs/Large' } } },
    outputSchema: textsOf(fields + index),
    action: { kind: 'code' as const, run: () => ({ field0: 'x' }) },
  }));
  return petstore({ tools, definitions: { Large: textsOf(300) }, resources: [] });
}

test('a list of many tools keeps the smallest output schemas and leaves out the others', () => {
  const { tools, cutOutputs } = toToolListing(toServedDefinition(serverOf(300, 1)));
  const listed = tools.filter(({ outputSchema }) => outputSchema !== undefined);
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.length).toBeLessThan(300);
  const rest = tools.slice(listed.length);
  expect(rest.every(({ outputSchema }) => outputSchema === undefined)).toBe(true);
  expect(cutOutputs).toEqual(expect.arrayContaining(rest.map(({ name }) => name)));
});

test('a server of a few tools lists whole schemas, says nothing of them and has no resources', async () => {
  const client = await connect(serve(petstore()), { mode: 'legacy' });
  expect(client.getServerCapabilities()?.resources).toBe(undefined);
  expect(client.getInstructions() ?? '').not.toContain('schema://');
  await client.close();
});

describe.each(eras)('a client of %s', (_, negotiation) => {
  test('is told where the whole schemas are, and reads them there', async () => {
    const server = serverOf(2, 2_000);
    const identity = { ...server.identity, instructions: 'Be polite.' };
    const client = await connect(serve({ ...server, identity }), negotiation);
    expect(client.getInstructions()).toMatch(
      /^Be polite\.\n\n.*schema:\/\/tools\/<name of the tool>/s,
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'schema://tools/{tool}/input',
      'schema://tools/{tool}/output',
    ]);
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return JSON.parse(content !== undefined && 'text' in content ? content.text : '');
    };
    expect(await read('schema://tools/tool1/output')).toEqual(server.tools[1]?.outputSchema);
    expect(await read('schema://tools/tool1/input')).toEqual({
      ...server.tools[1]?.inputSchema,
      $defs: server.definitions,
    });
    await expect(client.readResource({ uri: 'schema://tools/other/input' })).rejects.toThrow();
    await client.close();
  });

  test('gets an argument checked that its list does not describe', async () => {
    const client = await connect(serve(serverOf(2, 1)), negotiation);
    const args = { body: { field299: 1 } };
    const result = await client.callTool({ name: 'tool0', arguments: args });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('body.field299') }],
    });
    await client.close();
  });
});
