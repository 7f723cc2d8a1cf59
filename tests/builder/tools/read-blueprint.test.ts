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
