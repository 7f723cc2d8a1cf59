import type { Page } from '@playwright/test';

import { connectClient } from '../setup/connect-client.ts';
import { openDraft } from './setup/open-draft.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  readClipboard,
  test,
} from './setup/page-test.ts';

const PHONE = { width: 360, height: 740 };
const TABS = ['map', 'tools', 'try', 'files', 'report', 'use'] as const;

/** Names of the tools that the endpoint serves now. */
async function servedNames(page: Page, endpoint: string): Promise<string[]> {
  const client = await connectClient(new URL(endpoint, page.url()).href, 'modern');
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

const row = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });
const detail = (page: Page, name: string) => page.getByRole('article', { name });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a ${colorScheme} device`, () => {
    test.use({ colorScheme });

    for (const tab of TABS) {
      test(`the tab "${tab}" is accessible, and fits on a phone`, async ({ page }) => {
        await openDraft(page, { search: `?tab=${tab}&tool=addPet` });
        await expect(page.getByRole('tab', { selected: true })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
        await page.setViewportSize(PHONE);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      });
    }
  });
}

test.describe('tools', () => {
  test('a search shows what matches, by name and by words', async ({ page }) => {
    await openDraft(page, { search: '?tab=tools' });
    const search = page.getByRole('searchbox', { name: /Search 20 tools/ });
    await search.fill('inventor');
    await expect(row(page, 'getInventory')).toBeVisible();
    await expect(row(page, 'addPet')).toBeHidden();
    await search.fill('no such tool at all');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(row(page, 'addPet')).toBeVisible();
  });

  test('what is deselected is no longer served, one, some and all', async ({ page }) => {
    const { endpoint } = await openDraft(page, { search: '?tab=tools' });
    await page.getByRole('checkbox', { name: 'Serve deletePet' }).click();
    await expect.poll(() => servedNames(page, endpoint)).not.toContain('deletePet');

    await page.getByRole('searchbox', { name: /Search/ }).fill('user');
    await page.getByRole('checkbox', { name: 'Serve all found tools' }).click();
    await expect.poll(() => servedNames(page, endpoint)).not.toContain('loginUser');
    expect(await servedNames(page, endpoint)).toContain('addPet');

    await page.getByRole('searchbox', { name: /Search/ }).fill('');
    await page.getByRole('checkbox', { name: 'Serve all tools' }).click();
    await expect.poll(() => servedNames(page, endpoint)).toHaveLength(20);
  });

  test('a tool is renamed and described anew, and the endpoint follows', async ({ page }) => {
    const { endpoint } = await openDraft(page, { search: '?tool=getPetById' });
    await detail(page, 'getPetById').getByRole('button', { name: 'Edit name' }).click();
    await page.getByRole('textbox', { name: 'name', exact: true }).fill('find pet');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: '1 to 64' })).toBeVisible();
    await page.getByRole('textbox', { name: 'name', exact: true }).fill('find_pet');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'find_pet' })).toBeVisible();
    await expect.poll(() => servedNames(page, endpoint)).toContain('find_pet');

    const article = detail(page, 'find_pet');
    await article.getByRole('button', { name: 'Edit description' }).click();
    await page.getByRole('textbox', { name: 'description' }).fill('Looks one pet up.');
    await article.getByRole('button', { name: 'Save' }).click();
    await expect(article.getByText('Looks one pet up.')).toBeVisible();
    await page.reload();
    await expect(detail(page, 'find_pet').getByText('Looks one pet up.')).toBeVisible();
  });

  test('parameters stand in a table, with what is inside the body, and the schema one click away', async ({
    page,
  }) => {
    await openDraft(page, { search: '?tool=addPet' });
    const table = detail(page, 'addPet').getByRole('table', { name: 'Parameters' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Name',
      'Where',
      'Type',
      'Required',
      'Description',
    ]);
    await expect(table.getByRole('row', { name: /^body body PetInput or string/ })).toBeVisible();
    await expect(table.getByRole('row', { name: /^photoUrls array of string/ })).toContainText(
      'yes',
    );
    const category = table.getByRole('button', { name: 'category' });
    await expect(category).toHaveAttribute('aria-expanded', 'false');
    await category.click();
    await expect(
      table.getByRole('row', { name: /^id integer · int64|^id integer/ }),
    ).not.toHaveCount(0);
    await detail(page, 'addPet').getByText('JSON Schema').first().click();
    await expect(
      detail(page, 'addPet').getByRole('textbox', { name: 'JSON Schema of parameters' }),
    ).toContainText('"photoUrls"');
  });

  test('a parameter shows its place, its values and its default', async ({ page }) => {
    await openDraft(page, { search: '?tool=findPetsByStatus' });
    const row = detail(page, 'findPetsByStatus').getByRole('row', { name: /^status query/ });
    await expect(row).toContainText('yes');
    await expect(row).toContainText('array of string');
  });

  test('the cost of the list is shown, and how it is counted', async ({ page }) => {
    await openDraft(page, { search: '?tool=addPet' });
    const cost = page.getByRole('button', { name: /tokens/ });
    await expect(cost).toHaveText(/about [\d.,]+k? tokens/);
    await cost.click();
    await expect(page.getByText('What the tool list costs a model')).toBeVisible();
  });

  test('with the keyboard only: find a tool, open it, rename it', async ({ page }) => {
    const { endpoint } = await openDraft(page, { search: '?tab=tools' });
    const search = page.getByRole('searchbox', { name: /Search/ });
    await search.focus();
    await page.keyboard.type('getPetById');
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      if (await row(page, 'getPetById').evaluate((at) => at === document.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    await expect(detail(page, 'getPetById')).toBeVisible();
    const edit = detail(page, 'getPetById').getByRole('button', { name: 'Edit name' });
    for (let step = 0; step < 60; step += 1) {
      if (await edit.evaluate((at) => at === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('pet_by_id');
    await page.keyboard.press('Enter');
    await expect.poll(() => servedNames(page, endpoint)).toContain('pet_by_id');
  });
});

test.describe('files', () => {
  test('every file can be opened and copied', async ({ page }) => {
    await openDraft(page, { search: '?tab=files' });
    const tree = page.getByRole('navigation', { name: 'Files' });
    await tree.getByRole('button', { name: 'package.json' }).click();
    await expect(page.getByText('@modelcontextprotocol/server').first()).toBeVisible();
    await page.getByRole('button', { name: 'Copy package.json' }).click();
    const copied = await readClipboard(page, '"dependencies"');
    expect(JSON.parse(copied)).toMatchObject({ dependencies: expect.any(Object) });
  });

  test('files open on the chosen tool, below src/tools at the top of the tree', async ({
    page,
  }) => {
    await openDraft(page, { search: '?tool=getPetById' });
    await page.getByRole('tab', { name: 'Files' }).click();
    await expect(page.getByLabel('src/tools/get-pet-by-id.ts').first()).toBeVisible();
    const tree = page.getByRole('navigation', { name: 'Files' });
    await expect(tree.getByRole('button', { name: 'get-pet-by-id.ts' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await expect(tree.getByRole('button').first()).toHaveText('add-pet.ts');
  });

  test('Markdown is rendered, and its source one click away', async ({ page }) => {
    await openDraft(page, { search: '?tab=files&file=README.md' });
    await expect(
      page.getByRole('heading', { name: 'Swagger Petstore', level: 1 }).last(),
    ).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Show' }).last().getByText('Source').click();
    await expect(page.getByText('# Swagger Petstore')).toBeVisible();
  });

  test('a search finds names and contents, and opens the line', async ({ page }) => {
    await openDraft(page, { search: '?tab=files' });
    await page.getByRole('searchbox', { name: 'Search files' }).fill('getPetById');
    const found = page.getByRole('navigation', { name: 'Found files' });
    await found.getByRole('button', { name: /^\d+ export const getPetById/ }).click();
    const source = page.getByRole('textbox', { name: 'src/tools/get-pet-by-id.ts' });
    await expect(source.getByText("'getPetById'").first()).toBeInViewport();
    await page.getByRole('searchbox', { name: 'Search files' }).fill('no file has this');
    await expect(page.getByText('No file matches.')).toBeVisible();
  });

  test('long lines are wrapped, unless they should not be', async ({ page }) => {
    await openDraft(page, { search: '?tab=files&file=src/tools/add-pet.ts' });
    const source = page.getByRole('textbox', { name: 'src/tools/add-pet.ts' });
    await expect(source).toHaveClass(/cm-lineWrapping/);
    await page.getByRole('button', { name: 'Wrap long lines' }).click();
    await expect(source).not.toHaveClass(/cm-lineWrapping/);
  });

  test('source is highlighted', async ({ page }) => {
    await openDraft(page, { search: '?tab=files&file=src/server.ts' });
    const spans = page.getByLabel('src/server.ts').locator('span');
    await expect.poll(() => spans.count()).toBeGreaterThan(10);
  });
});

test.describe('use it', () => {
  test('the endpoint that is copied answers the official client', async ({ page }) => {
    await openDraft(page, { search: '?tab=use' });
    await page.getByRole('button', { name: 'Copy endpoint' }).click();
    const endpoint = await readClipboard(page, '/mcp/d/');
    expect(await servedNames(page, endpoint)).toHaveLength(20);
  });

  test('each client has its snippet, with address and token', async ({ page }) => {
    const { endpoint, token } = await openDraft(page, { search: '?tab=use' });
    for (const client of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'curl']) {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await page.getByRole('radio', { name: client }).click();
      await page.getByRole('button', { name: new RegExp(`Copy snippet for ${client}`) }).click();
      const snippet = await readClipboard(page, endpoint);
      expect(snippet).toContain(token);
    }
  });

  test('one click adds the server to Cursor and to VS Code', async ({ page }) => {
    const { endpoint, token } = await openDraft(page, { search: '?tab=use' });
    const entry = {
      url: new URL(endpoint, page.url()).href,
      headers: { Authorization: `Bearer ${token}` },
    };
    const hrefOf = async (name: string) => {
      // The address of the site is known once the page has its scripts.
      const link = page.getByRole('link', { name });
      await expect(link).toBeVisible();
      return (await link.getAttribute('href')) ?? '';
    };
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

  test('a visitor sees the server, and neither token nor a way to change it', async ({
    page,
    browser,
    baseURL,
  }) => {
    const draft = await openDraft(page, { search: '?tab=use' });
    await expect(page.getByText('mcpb_draft_').first()).toBeVisible();
    const visitor = await (await browser.newContext({ baseURL })).newPage();
    await visitor.goto(`/chat/${draft.id}?tab=use`);
    await expect(visitor.getByText(draft.endpoint).first()).toBeVisible();
    expect(await visitor.content()).not.toContain(draft.token);
    await visitor.goto(`/chat/${draft.id}?tool=addPet`);
    await expect(visitor.getByRole('article', { name: 'addPet' })).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'Edit name' })).toBeHidden();
    await visitor.context().close();
  });
});

test('a secret is set, never shown again, and forgotten', async ({ page }) => {
  await openDraft(page);
  const setup = page.getByRole('complementary', { name: 'Setup' });
  await setup.getByRole('button', { name: 'Set value' }).first().click();
  await setup.getByLabel(/^Value of/).fill('secret-value-4711');
  await setup.getByRole('button', { name: 'Save' }).click();
  await expect(setup.getByText('is set').first()).toBeVisible();
  await page.reload();
  await expect(setup.getByText('is set').first()).toBeVisible();
  expect(await page.content()).not.toContain('4711');
  await setup.getByRole('button', { name: 'Remove' }).click();
  await expect(setup.getByText('is set')).toHaveCount(0);
});

test('two windows: the later change is told that it came late, and nothing is lost', async ({
  page,
  context,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 412/);
  const { id, endpoint } = await openDraft(page, { search: '?tab=tools' });
  const other = await context.newPage();
  await other.goto(`/chat/${id}?tab=tools`);
  await other.getByRole('checkbox', { name: 'Serve addPet' }).click();
  await expect.poll(() => servedNames(page, endpoint)).not.toContain('addPet');
  await page.getByRole('checkbox', { name: 'Serve deletePet' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Serve addPet' })).not.toBeChecked();
  expect(await servedNames(page, endpoint)).toContain('deletePet');
});
