import { expect, test } from 'vitest';

import { toBlueprintListing } from '#app/blueprint/list-bytes.ts';
import { toListCost } from '#app/blueprint/list-cost.ts';
import type { ListedTool } from '#app/runtime/listing/tool-listing.ts';

import { exampleBlueprint } from './example-blueprint.ts';

const TEXT = 'x'.repeat(4_000);

function tool(more: Partial<ListedTool> = {}): ListedTool {
  return { name: 'a', inputSchema: { type: 'object' }, ...more };
}

test('a list of tools costs tokens, and a client its time and memory', () => {
  const { tools } = toBlueprintListing(exampleBlueprint());
  const cost = toListCost(tools);
  const json = JSON.stringify(tools);
  expect(cost.bytes).toBe(Buffer.byteLength(json));
  expect(cost.tokens).toBe(Math.ceil(json.length / 4));
  const twice = toListCost([...tools, ...tools]);
  expect(twice.memory).toBeGreaterThan(cost.memory);
  expect(toListCost([])).toEqual({ tokens: 1, bytes: 2, listMs: 0, firstCallMs: 0, memory: 20 });
});

test('only what a tool answers costs time before the first call', () => {
  const described = toListCost([tool({ description: TEXT })]);
  expect(described.firstCallMs).toBe(0);
  expect(described.tokens).toBeGreaterThan(1_000);
  const outputSchema = { type: 'object' as const, description: TEXT };
  const answering = toListCost([tool({ outputSchema })]);
  expect(answering.firstCallMs).toBeGreaterThan(0);
  expect(answering.memory).toBeGreaterThan(described.memory);
});
