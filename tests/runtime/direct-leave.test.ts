import { expect, test } from 'vitest';

import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import type { ToolRunner } from '#app/runtime/tool-context.ts';

import { modernRequest } from '../setup/modern-request.ts';
import { petstore } from './petstore.ts';

const NOTIFY = { progressToken: 1 };

test.each([
  ['the short way', true],
  ['the way of the SDK', false],
])('a client that closes the stream of its call ends the call, %s', async (_, isShort) => {
  const signals: AbortSignal[] = [];
  const runTool: ToolRunner = async (_call, { signal, progress }) => {
    signals.push(signal);
    await progress(1);
    return await new Promise(() => {});
  };
  const served = toServedDefinition(petstore());
  const answer = createProtocol({ served, runTool, hosts: ['mcp.example.com'], origins: [] });
  const request = modernRequest('tools/call', { name: 'list_pets', arguments: {}, _meta: NOTIFY });
  const size = String((await request.clone().arrayBuffer()).byteLength);
  if (isShort) request.headers.set('content-length', size);
  const reader = (await answer(request)).body?.getReader();
  await reader?.read();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await reader?.cancel();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
});
