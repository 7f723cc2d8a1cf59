import { beforeAll, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith, recordingUpstream } from '../runtime/context.ts';

import { readRequest, readSnippet } from './read-snippet.ts';

let blueprint: Blueprint;
let warnings: unknown[];

beforeAll(async () => {
  const imported = await importDocument(readSnippet('openapi/orders.yaml'));
  if (!imported.ok) throw new Error(imported.message);
  ({ blueprint, warnings } = imported.value);
});

test('parameters are sent as their style and explode say', async () => {
  expect(warnings).toEqual([]);
  const upstream = recordingUpstream('[]');
  const call = {
    name: 'listOrders',
    arguments: { filter: { status: 'open', since: '2026-11-01' }, ids: [7, 9] },
  };
  const definition = toServerDefinition(blueprint, new Map());
  await runTool(definition, call, contextWith(upstream.fetch));
  const shown = new URL(readRequest('openapi/sent.http').url);
  expect(`/v2${upstream.requests[0]?.path}`).toBe(shown.pathname + shown.search);
});

test('what the API writes itself is no argument, and null and recursion stay', () => {
  const shown = JSON.parse(readSnippet('openapi/create-order.json'));
  expect(blueprint.definitions).toMatchObject({ OrderInput: shown });
  const create = blueprint.tools.find(({ name }) => name === 'createOrder');
  expect(create?.inputSchema).toMatchObject({
    properties: { body: { $ref: '#/$defs/OrderInput' } },
  });
  expect(create?.outputSchema).toMatchObject({ $ref: '#/$defs/Order' });
  expect(JSON.stringify(blueprint.definitions.Order)).toContain('"id":{"type":"integer"');
});

test('hints follow the method', () => {
  const hints = blueprint.tools.map(({ name, annotations }) => [name, annotations]);
  expect(Object.fromEntries(hints)).toMatchObject({
    listOrders: { readOnlyHint: true, idempotentHint: true },
    createOrder: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  });
});
