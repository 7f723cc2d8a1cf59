import { connectClient } from '../setup/connect-client.ts';
import { openDraft } from './setup/open-draft.ts';
import { expect, expectNoSidewaysScroll, test } from './setup/page-test.ts';

test('an import opens on a map: client, server, API, and the tools by group with their cost', async ({
  page,
}) => {
  await openDraft(page);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Map');
  const map = page.getByRole('region', { name: 'Map of the server' });
  for (const box of ['Client', 'Server', 'API']) {
    await expect(map.getByRole('heading', { name: box })).toBeVisible();
  }
  await expect(map).toContainText('petstore.swagger.io/v2');
  await expect(map).toContainText('20 tools');
  await expect(page.getByRole('heading', { name: '20 tools in 3 groups' })).toBeVisible();
  for (const group of [/^pet 8 tools [\d,]+ tokens$/, /^store 4 tools/, /^user 8 tools/]) {
    await expect(page.getByRole('button', { name: group })).toBeVisible();
  }
  await page.getByRole('button', { name: 'getInventory' }).click();
  await expect(page.getByRole('article', { name: 'getInventory' })).toBeVisible();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Tools');
});

test('a group is taken out of the server, and comes back', async ({ page }) => {
  const { endpoint } = await openDraft(page);
  const names = async () => {
    const client = await connectClient(new URL(endpoint, page.url()).href, 'modern');
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  const group = page.getByRole('checkbox', { name: 'Serve the group store' });
  await group.click();
  await expect.poll(names).toHaveLength(16);
  expect(await names()).not.toContain('getInventory');
  await expect(page.getByRole('region', { name: 'Map of the server' })).toContainText(
    '16 of 20 tools',
  );
  await group.click();
  await expect.poll(names).toHaveLength(20);
});

test('warnings stand under what to do; those without an action are folded', async ({ page }) => {
  await openDraft(page);
  const steps = page.getByRole('region', { name: 'Next steps' });
  await expect(steps.getByRole('heading', { name: /Add credentials/ })).toBeVisible();
  await expect(steps).toContainText('SWAGGER_PETSTORE_API_KEY');
  const note = steps.getByText(/Headers of answers are not carried over/);
  await expect(note).toBeHidden();
  await steps.getByText(/2 notes about the import/).click();
  await expect(note).toBeVisible();
});

test('on a phone the map leads to setup, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDraft(page);
  await expect(page.getByRole('region', { name: 'Map of the server' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Open setup' }).click();
  await expect(page.getByRole('complementary', { name: 'Setup' })).toBeVisible();
});

test('paths make the groups of commands, which have no tags', async ({ page }) => {
  await page.goto('/');
  const composer = page.getByRole('textbox', { name: 'API document or its address' });
  await composer.fill(`curl https://api.acme.test/v1/users?limit=5
curl -X DELETE https://api.acme.test/v1/users/42
curl https://api.acme.test/v1/orders/7`);
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect(page.getByRole('button', { name: /^\/users 2 tools/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^\/orders 1 tool/ })).toBeVisible();
});
