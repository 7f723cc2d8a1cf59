import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test.each([
  { url: 'https://{shop}.myshopify.com/orders.json' },
  { url: 'https://api.example.com:{port}/orders.json' },
  { url: 'https://%7Bshop%7D.myshopify.com/orders.json' },
])('a host that holds an argument makes no tool: %j', async ({ url }) => {
  const workspace = openWorkspace();
  const call = { name: 'list', description: 'Lists.', request: { method: 'GET', url } };
  expect(await callBuilderTool(workspace, 'upsert_tool', call)).toMatchObject({
    problems: [{ path: '$.request.url', message: expect.stringContaining('goes to one host') }],
  });
  expect(workspace.isDirty).toBe(false);
});

test('a base URL whose host holds an argument is refused', async () => {
  const workspace = openWorkspace();
  const call = { id: 'api', baseUrl: 'https://{shop}.myshopify.com' };
  expect(await callBuilderTool(workspace, 'set_upstream', call)).toMatchObject({
    problems: [{ message: expect.stringContaining('goes to one host') }],
  });
  expect(workspace.isDirty).toBe(false);
});

test('an argument of the path stays one', async () => {
  const workspace = openWorkspace();
  const request = { method: 'GET', url: 'https://api.shop.example/{shop}/orders.json' };
  const call = { name: 'list', description: 'Lists.', request };
  expect(await callBuilderTool(workspace, 'upsert_tool', call)).toMatchObject({ problems: [] });
});
