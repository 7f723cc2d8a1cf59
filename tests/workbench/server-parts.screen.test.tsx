import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { openServerPane } from '../setup/screens/open-server-pane.tsx';
import { refill } from '../setup/screens/refill.ts';

test('the map shows client, server, API, and the tools by group with their cost', async () => {
  const { user } = await openServerPane('tab=map');
  const map = await screen.findByRole('region', { name: 'Map of the server' });
  for (const box of ['Client', 'Server', 'API']) {
    expect(within(map).getByRole('heading', { name: box })).toBeTruthy();
  }
  expect(map.textContent).toContain('petstore.swagger.io/v2');
  expect(map.textContent).toContain('20 tools');
  expect(screen.getByRole('heading', { name: '20 tools in 3 groups' })).toBeTruthy();
  for (const group of [/^pet 8 tools [\d,]+ tokens$/, /^store 4 tools/, /^user 8 tools/]) {
    expect(screen.getByRole('button', { name: group })).toBeTruthy();
  }
  await user.click(screen.getByRole('button', { name: 'getInventory' }));
  expect(await screen.findByRole('article', { name: 'getInventory' })).toBeTruthy();
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Tools');
});

test('a group is taken out of the server, and comes back', async () => {
  const { user, draft } = await openServerPane('tab=map');
  const served = () => draft.blueprint().tools.filter(({ enabled }) => enabled).length;
  const group = await screen.findByRole('checkbox', { name: 'Serve the group store' });
  await user.click(group);
  await waitFor(() => expect(served()).toBe(16));
  expect(screen.getByRole('region', { name: 'Map of the server' }).textContent).toContain(
    '16 of 20 tools',
  );
  await user.click(group);
  await waitFor(() => expect(served()).toBe(20));
});

test('paths make the groups of commands, which have no tags', async () => {
  const document = [
    'curl https://api.acme.test/v1/users?limit=5',
    'curl -X DELETE https://api.acme.test/v1/users/42',
    'curl https://api.acme.test/v1/orders/7',
  ].join('\n');
  await openServerPane('tab=map', { document });
  expect(await screen.findByRole('button', { name: /^\/users 2 tools/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^\/orders 1 tool/ })).toBeTruthy();
});

test('the history says how much is stored for the server, and how much may be', async () => {
  await openServerPane('tab=history');
  expect((await screen.findByText(/stored\./)).textContent).toBe(
    '12 MB of 256 MB stored. When it is full, the oldest restore points are removed.',
  );
});

test('warnings stand under what to do; those without an action are folded', async () => {
  const { user } = await openServerPane('tab=map');
  const steps = await screen.findByRole('region', { name: 'Next steps' });
  expect(within(steps).getByRole('heading', { name: /Add credentials/ })).toBeTruthy();
  expect(steps.textContent).toContain('SWAGGER_PETSTORE_API_KEY');
  const note = within(steps).getByText(/Headers of answers are not carried over/);
  const folded = note.closest('details');
  expect(folded?.open).toBe(false);
  await user.click(within(steps).getByText(/2 notes about the import/));
  expect(folded?.open).toBe(true);
});

test.each([
  { visibility: 'private', says: /answers only calls with its token/, not: /without a token are/ },
  { visibility: 'unlisted', says: /without a token are answered by the mock/, not: /only calls/ },
  { visibility: 'public', says: /without a token are answered by the mock/, not: /only calls/ },
] as const)('the endpoint of a $visibility server says who may call it', async (given) => {
  await openServerPane('tab=use', given);
  await screen.findByRole('heading', { name: 'Endpoint' });
  const { textContent } = screen.getByRole('tabpanel');
  expect(textContent).toMatch(given.says);
  expect(textContent).not.toMatch(given.not);
  expect(textContent).toContain('in the header Authorization: Bearer.');
});

test('each client has its snippet, which is copied with address and token', async () => {
  const { user, draft } = await openServerPane('tab=use');
  const url = `http://localhost:5173${draft.view.endpoint}`;
  for (const client of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'curl']) {
    await user.click(await screen.findByRole('radio', { name: client }));
    expect(screen.getByRole('tabpanel').textContent).not.toContain(draft.view.token);
    await user.click(screen.getByRole('button', { name: `Copy snippet for ${client}` }));
    const copied = await navigator.clipboard.readText();
    expect(copied, client).toContain(url);
    expect(copied, client).toContain(draft.view.token);
  }
});

test('one click adds the server to Cursor and to VS Code', async () => {
  const { draft } = await openServerPane('tab=use');
  const entry = {
    url: `http://localhost:5173${draft.view.endpoint}`,
    headers: { Authorization: `Bearer ${draft.view.token}` },
  };
  const hrefOf = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href') ?? '';
  const cursor = new URL(await hrefOf('Add to Cursor'));
  expect(`${cursor.protocol}//${cursor.host}${cursor.pathname}`).toBe(
    'cursor://anysphere.cursor-deeplink/mcp/install',
  );
  expect(cursor.searchParams.get('name')).toBe('swagger-petstore');
  expect(JSON.parse(atob(cursor.searchParams.get('config') ?? ''))).toEqual(entry);
  const vscode = await hrefOf('Add to VS Code');
  expect(vscode).toMatch(/^vscode:mcp\/install\?/);
  expect(JSON.parse(decodeURIComponent(vscode.replace(/^[^?]*\?/, '')))).toEqual({
    name: 'swagger-petstore',
    type: 'http',
    ...entry,
  });
});

test('files open on the chosen tool, below src/tools at the top of the tree', async () => {
  const { user } = await openServerPane('tool=getPetById');
  await user.click(await screen.findByRole('tab', { name: 'Files' }));
  const tree = within(await screen.findByRole('navigation', { name: 'Files' }));
  expect(tree.getByRole('button', { name: 'get-pet-by-id.ts' }).getAttribute('aria-current')).toBe(
    'true',
  );
  expect(tree.getAllByRole('button')[0]?.textContent).toBe('add-pet.ts');
});

test('Markdown is rendered, and its source one click away', async () => {
  const { user } = await openServerPane('tab=files&file=README.md');
  expect(await screen.findByRole('heading', { name: 'Swagger Petstore', level: 2 })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Source' }));
  expect(screen.queryByRole('heading', { name: 'Swagger Petstore', level: 2 })).toBeNull();
  expect(screen.getByRole('tabpanel').textContent).toContain('# Swagger Petstore');
});

test('a search finds names and contents of files, and opens what was found', async () => {
  const { user, search } = await openServerPane('tab=files');
  const field = await screen.findByRole('searchbox', { name: 'Search files' });
  await user.type(field, 'getPetById');
  const found = within(screen.getByRole('navigation', { name: 'Found files' }));
  await user.click(found.getByRole('button', { name: /^\d+ export const getPetById/ }));
  expect(search().get('file')).toBe('src/tools/get-pet-by-id.ts');
  await refill(user, field, 'no file has this');
  expect(screen.getByText('No file matches.')).toBeTruthy();
});
