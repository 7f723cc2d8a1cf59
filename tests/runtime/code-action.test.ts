import { describe, expect, test } from 'vitest';

import type {
  JsonObject,
  JsonRequest,
  ToolDefinition,
  ToolFunction,
} from '#app/runtime/definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith, recordingUpstream, textOf } from './context.ts';
import { petstore } from './petstore.ts';

describe('a code action', () => {
  const codeTool = (name: string, action: ToolFunction) => ({
    name,
    inputSchema: { type: 'object' },
    action: { kind: 'code' as const, run: action },
  });
  const runCode = (action: ToolFunction, more: ToolFunction[] = []) => {
    const tools = [
      codeTool('main', action),
      ...more.map((one, index) => codeTool(`other${index}`, one)),
    ];
    const context = contextWith(recordingUpstream('{"a":1}').fetch);
    return runTool(petstore({ tools }), { name: 'main', arguments: { x: 1 } }, context);
  };

  test('may return a value, a text, nothing, or a whole result', async () => {
    expect(await runCode(() => ({ a: 1 }))).toEqual({
      content: [{ type: 'text', text: '{"a":1}' }],
      structuredContent: { a: 1 },
    });
    expect(await runCode(() => 'hello')).toEqual({
      content: [{ type: 'text', text: 'hello' }],
      structuredContent: { result: 'hello' },
    });
    expect((await runCode(async () => [1, 2])).structuredContent).toEqual({ result: [1, 2] });
    expect((await runCode(() => JSON.parse('null'))).structuredContent).toEqual({ result: null });
    const nothing = (() => undefined) as unknown as ToolFunction;
    expect(textOf(await runCode(nothing))).toBe('Done.');
    const whole = { content: [{ type: 'text' as const, text: 'mine' }], isError: true };
    expect(await runCode(() => whole)).toEqual(whole);
  });

  test('whose result nests thousands deep says so, and nobody walks through it', async () => {
    for (const [open, close] of [
      ['{"a":', '}'],
      ['[', ']'],
    ] as const) {
      const text = (depth: number) => `${open.repeat(depth)}"}]"${close.repeat(depth)}`;
      const result = await runCode(() => JSON.parse(text(1_500)));
      expect(result.isError).toBe(true);
      expect(textOf(result)).toBe('The result of the tool is nested too deeply.');
      expect((await runCode(() => JSON.parse(text(200)))).isError).toBeUndefined();
    }
  });

  test('gives clients only valid results, and invalid blocks as text', async () => {
    const blocks: JsonObject[] = [
      { type: 'image', data: 'AAAA' },
      { type: 'image', data: 'no base64!', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'test://a', blob: '?' } },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav', extra: 1 },
    ];
    const odd = { content: blocks, resultType: 'input_required', _meta: 5, isError: 'yes' };
    expect(await runCode(() => odd)).toEqual({
      content: [
        ...blocks.slice(0, 3).map((block) => ({ type: 'text', text: JSON.stringify(block) })),
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      ],
    });
    const marked = { content: [], structuredContent: { a: 1 }, _meta: { 'example.com/b': 1 } };
    expect(await runCode(() => marked)).toEqual(marked);
  });

  test('that throws is an error with the message and no stack', async () => {
    const result = await runCode(() => {
      throw new Error('The pet has left.');
    });
    expect(result).toEqual({
      content: [{ type: 'text', text: 'The tool failed: The pet has left.' }],
      isError: true,
    });
  });

  test('gets its arguments and the outbound fetch', async () => {
    const result = await runCode(async (args, context) => {
      const outcome = await context.fetch('api', { method: 'GET', path: '/x', headers: [] });
      return { args, status: outcome.ok ? outcome.response.status : 0 };
    });
    expect(result.structuredContent).toEqual({ args: { x: 1 }, status: 200 });
  });

  test('calls other tools, whose arguments are checked too', async () => {
    const result = await runCode(
      async (_, { callTool }) => {
        const good = await callTool('other0', {});
        const missing = await callTool('nope', {});
        return { good: good.structuredContent ?? null, missing: missing.isError ?? false };
      },
      [() => ({ b: 2 })],
    );
    expect(result.structuredContent).toEqual({ good: { b: 2 }, missing: true });
  });

  test('that calls itself endlessly is stopped', async () => {
    let depth = 0;
    const result = await runCode(async (_, { callTool }) => {
      depth += 1;
      return await callTool('main', {});
    });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('more than 8 deep');
    expect(depth).toBe(9);
  });
});

describe('context.json', () => {
  /** What becomes of a call that code makes in JSON. */
  const runJson = async (
    request: JsonRequest,
    upstream = recordingUpstream('{"a":{"b":1}}'),
    catches = false,
  ) => {
    const run: ToolFunction = async (_args, { json }) => {
      if (!catches) return await json('api', request);
      try {
        return await json('api', request);
      } catch (error) {
        return { status: error instanceof Error && 'status' in error ? String(error.status) : '' };
      }
    };
    const tool: ToolDefinition = {
      name: 'main',
      inputSchema: { type: 'object' },
      action: { kind: 'code', run },
    };
    const definition = petstore({ tools: [tool] });
    const result = await runTool(
      definition,
      { name: 'main', arguments: {} },
      contextWith(upstream.fetch),
    );
    return { result, sent: upstream.requests };
  };

  test('sends a query, headers and a body in JSON, and returns the JSON of the response', async () => {
    const { result, sent } = await runJson({
      path: '/pets?x=1',
      query: { q: 'a b&c', tags: ['d', 'e'], none: null, gone: undefined, deep: { f: 1 } },
      headers: { 'X-Note': 'n', accept: 'application/hal+json' },
      body: { name: 'Rex' },
    });
    expect(result.structuredContent).toEqual({ a: { b: 1 } });
    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/pets?x=1&q=a%20b%26c&tags=d&tags=e&deep=%7B%22f%22%3A1%7D',
        headers: [
          ['Content-Type', 'application/json'],
          ['X-Note', 'n'],
          ['accept', 'application/hal+json'],
        ],
        body: '{"name":"Rex"}',
      },
    ]);
    const { sent: plain } = await runJson({ path: '/pets' });
    expect(plain).toEqual([
      { method: 'GET', path: '/pets', headers: [['Accept', 'application/json']] },
    ]);
  });

  test('throws with the status and the words of the API', async () => {
    const missing = recordingUpstream('{"detail":"No such pet."}', 'application/json', 404);
    const { result } = await runJson({ path: '/pets/7' }, missing);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/404 Not Found to GET \/pets\/7[\s\S]*No such pet\./);
    const { result: caught } = await runJson({ path: '/pets/7' }, missing, true);
    expect(caught.structuredContent).toEqual({ status: '404' });
  });

  test('throws where the response is no JSON, and where there is none', async () => {
    const page = recordingUpstream('<html>Login</html>', 'text/html');
    expect(textOf((await runJson({ path: '/x' }, page)).result)).toMatch(/not in JSON: <html>/);
    const refused = contextWith(async () => ({
      ok: false,
      reason: 'unreachable',
      message: 'api.example.com could not be reached.',
    }));
    const { result } = await runJson({ path: '/x' }, { fetch: refused.fetch, requests: [] });
    expect(textOf(result)).toContain('could not be reached');
  });

  test('is null for an empty response', async () => {
    const { result } = await runJson({ path: '/x', method: 'delete' }, recordingUpstream('', ''));
    expect(result.structuredContent).toEqual({ result: null });
  });
});

test('context.fetch takes what untyped code gives it: no method, headers as an object, a body as a value', async () => {
  const { fetch, requests } = recordingUpstream();
  const run = (async (_args, context) => {
    await Reflect.apply(context.fetch, null, ['api', { path: '/a' }]);
    const headers = { 'X-Note': 'n' };
    await Reflect.apply(context.fetch, null, ['api', { path: '/b', headers, body: { c: 1 } }]);
    return 'done';
  }) satisfies ToolFunction;
  const tool: ToolDefinition = {
    name: 'main',
    inputSchema: { type: 'object' },
    action: { kind: 'code', run },
  };
  const result = await runTool(
    petstore({ tools: [tool] }),
    { name: 'main', arguments: {} },
    contextWith(fetch),
  );
  expect(textOf(result)).toBe('done');
  expect(requests).toEqual([
    { method: 'GET', path: '/a', headers: [] },
    {
      method: 'POST',
      path: '/b',
      headers: [
        ['X-Note', 'n'],
        ['Content-Type', 'application/json'],
      ],
      body: '{"c":1}',
    },
  ]);
});
