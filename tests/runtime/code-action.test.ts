import { describe, expect, test } from 'vitest';

import type { JsonObject, ToolFunction } from '#app/runtime/definition.ts';
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
