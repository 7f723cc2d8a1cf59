import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('the server is told with its tools and their arguments', async () => {
  const told = await callBuilderTool(openWorkspace(), 'read_blueprint', {});
  expect(told).toMatchObject({
    identity: { name: 'new-server' },
    upstreams: [{ id: 'api', baseUrl: 'https://api.example.com' }],
    tools: [
      {
        name: 'get_user',
        method: 'GET',
        path: '/users/{id}',
        arguments: [{ name: 'id', in: 'path', type: 'integer', required: true }],
      },
      { name: 'get_order' },
    ],
  });
});

test('properties of a body, constants and credentials are told as far as they are short', async () => {
  const workspace = openWorkspace();
  const choices = Array.from({ length: 40 }, (_, index) => `c${index}`);
  await callBuilderTool(workspace, 'upsert_tool', {
    name: 'create_order',
    description: 'x'.repeat(1_000),
    request: { method: 'POST', url: '/orders' },
    arguments: [
      { name: 'colour', enum: choices, default: 'c1', description: 'y'.repeat(1_000) },
      { name: 'days', items: 'integer', required: true },
    ],
    constants: [{ in: 'header', name: 'X-Channel', value: 'mcp' }],
  });
  const auth = { kind: 'apiKey', in: 'query', name: 'k' };
  await callBuilderTool(workspace, 'set_upstream', { auth });
  const told = await callBuilderTool(workspace, 'read_blueprint', {});
  expect(told).toMatchObject({
    upstreams: [{ auth: [auth] }],
    tools: [
      {},
      {},
      {
        description: `${'x'.repeat(300)}…`,
        constants: [{ in: 'header', name: 'X-Channel', value: 'mcp' }],
        arguments: [
          {
            name: 'colour',
            in: 'body',
            enum: choices.slice(0, 30),
            default: 'c1',
            description: `${'y'.repeat(300)}…`,
          },
          { name: 'days', in: 'body', type: 'array', items: 'integer', required: true },
        ],
      },
    ],
  });
});
