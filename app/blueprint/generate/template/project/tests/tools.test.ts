import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { JsonObject } from '../src/runtime/definition.ts';
import { createMockFetch } from '../src/runtime/mock/mock-upstream.ts';
import { QUIET_CLIENT } from '../src/runtime/protocol/quiet-client.ts';
import type { ToolResult, UpstreamFetch } from '../src/runtime/tool-context.ts';
import { runTool } from '../src/runtime/tools/run-tool.ts';
import { server } from '../src/server.ts';
import { cases } from './cases.ts';
import { mocks } from './mocks.ts';

const mock = createMockFetch(server, mocks);

/** Response of a gateway whose upstream is down. */
const failing: UpstreamFetch = async () => ({
  ok: true,
  response: { status: 503, headers: [], body: new Uint8Array() },
});

for (const [tool, { valid, rejected }] of Object.entries(cases)) {
  const isCode = server.tools.some(({ name, action }) => name === tool && action.kind === 'code');
  describe(tool, () => {
    if (valid !== undefined) {
      test('answers a valid call', async () => {
        const result = await call(tool, valid, mock);
        assert.notEqual(result.isError, true, textOf(result));
        assert.ok(result.content.length > 0);
      });
      // Code may not need the upstream, or have a fallback.
      test('reports an upstream that fails', async () => {
        const result = await call(tool, valid, failing);
        if (!isCode) assert.equal(result.isError, true);
        assert.notEqual(textOf(result), '');
      });
    }
    if (rejected !== undefined) {
      test('rejects an invalid argument and names it', async () => {
        const result = await call(tool, rejected.arguments, mock);
        assert.equal(result.isError, true);
        assert.ok(textOf(result).includes(rejected.names), textOf(result));
      });
    }
  });
}

function call(name: string, args: JsonObject, fetch: UpstreamFetch): Promise<ToolResult> {
  return runTool(
    server,
    { name, arguments: args },
    {
      fetch,
      signal: AbortSignal.timeout(10_000),
      ...QUIET_CLIENT,
    },
  );
}

function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n');
}
