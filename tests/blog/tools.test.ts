import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';

import { judge } from '#app/blueprint/readiness/judge.ts';

import { soundBlueprint } from '../readiness/sound-server.ts';

import { readSnippet } from './read-snippet.ts';
import { connect } from './snippets/testing/connect.ts';
import { fitItems } from './snippets/tools/fit-result.ts';
import { keepFields } from './snippets/tools/keep-fields.ts';

interface ShownTool {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  annotations: ToolAnnotations;
}

/** How the report judges a server with this tool only, by check. */
function judged(file: string): Map<string, string> {
  const [tool] = soundBlueprint.tools;
  if (tool?.action.kind !== 'http') throw new Error('The sound server has no request.');
  // Its example is about books.
  const action = { ...tool.action, mock: undefined };
  const shown = JSON.parse(readSnippet(file));
  const { checks } = judge({
    blueprint: { ...soundBlueprint, tools: [{ enabled: true, action, ...shown }] },
  });
  return new Map(checks.map(({ id, status }) => [id, status]));
}

const objectionsTo = (checks: Map<string, string>) =>
  [...checks]
    .filter(([id, status]) => id.startsWith('tools.') && /^(fail|warn)$/.test(status))
    .map(([id]) => id);

const NAMED = [
  'tools.titles',
  'tools.saysWhen',
  'tools.hints',
  'tools.argumentTexts',
  'tools.pageBounds',
  'tools.catchAll',
  'tools.outputSchemas',
];

test('the report objects to the first tool for what the article says, and not to the second', () => {
  const vague = judged('tools/vague.json');
  const clear = judged('tools/clear.json');
  expect(objectionsTo(vague)).toEqual(NAMED);
  expect(objectionsTo(clear)).toEqual([]);
});

test('a server lists the second tool as it is shown', async () => {
  const clear: ShownTool = JSON.parse(readSnippet('tools/clear.json'));
  const { name, inputSchema, outputSchema, ...shown } = clear;
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'orders', version: '1.0.0' });
    const schemas = {
      inputSchema: fromJsonSchema(inputSchema),
      outputSchema: fromJsonSchema(outputSchema),
    };
    server.registerTool(name, { ...shown, ...schemas }, () => ({ content: [] }));
    return server;
  });
  const client = await connect(handler.fetch, { pin: '2026-07-28' });
  const { tools } = await client.listTools();
  expect(tools).toEqual([clear]);
  await client.close();
});

test('fields are kept by their paths, through lists', () => {
  const orders = [
    { id: 1, customer: { name: 'Ada', email: 'a@example.com' }, log: ['x'.repeat(1_000)] },
    { id: 2, customer: null, log: [] },
  ];
  expect(keepFields(orders, ['id', 'customer.name'])).toEqual([
    { id: 1, customer: { name: 'Ada' } },
    { id: 2, customer: null },
  ]);
});

test('items are cut where the budget ends, and the model is told what is missing', () => {
  const items = Array.from({ length: 10 }, (_, id) => ({ id }));
  expect(fitItems(items, 1_000)).toEqual({ items, note: null });
  const cut = fitItems(items, 40);
  expect(JSON.stringify(cut.items).length).toBeLessThanOrEqual(40);
  expect(cut.items.length).toBeGreaterThan(0);
  expect(cut.note).toContain(`${10 - cut.items.length} of 10`);
});
