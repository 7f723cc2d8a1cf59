import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('an API is moved and gets a credential by name, never by value', async () => {
  const workspace = openWorkspace();
  await callBuilderTool(workspace, 'set_upstream', {
    baseUrl: 'https://api.example.org/v2',
    auth: { kind: 'apiKey', in: 'header', name: 'X-Key' },
  });
  expect(workspace.blueprint.upstreams).toMatchObject([
    { id: 'api', baseUrl: 'https://api.example.org/v2', auth: [{ kind: 'apiKey', name: 'X-Key' }] },
  ]);
  expect(workspace.blueprint.secrets.map(({ name }) => name)).toEqual(['NEW_SERVER_KEY']);
  const refused = await callBuilderTool(workspace, 'set_upstream', { baseUrl: 'ftp://x' });
  expect(refused).toMatchObject({ changed: [], problems: [{ path: '$[0].baseUrl' }] });
});
