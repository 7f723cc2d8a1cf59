import type { Page } from '@playwright/test';

import { connectClient } from '../setup/connect-client.ts';
import { bearer, type DraftAnswer } from '../setup/make-draft.ts';
import { expectNothing, openDraft, shareDraft } from './setup/open-draft.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  readClipboard,
  test,
} from './setup/page-test.ts';

const PHONE = { width: 360, height: 740 };
const TABS = ['map', 'tools', 'try', 'files', 'report', 'use'] as const;

/** Names of the tools that the endpoint serves now, to who has its token. */
async function servedNames(
  page: Page,
  { endpoint, token = '' }: Pick<DraftAnswer, 'endpoint' | 'token'>,
): Promise<string[]> {
  const address = new URL(endpoint, page.url()).href;
  const client = await connectClient(address, 'modern', bearer(token));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

const row = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });
const detail = (page: Page, name: string) => page.getByRole('article', { name });

for (const tab of TABS) {
  test(`the tab "${tab}" is accessible, and fits on a phone`, async ({ page }) => {
    await openDraft(page, { search: `?tab=${tab}&tool=addPet` });
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothSchemes(page);
  });
}

test('tools are taken out, renamed and described anew, and the endpoint follows', async ({
  page,
}) => {
  const draft = await openDraft(page, { search: '?tool=getPetById' });
  await page.getByRole('checkbox', { name: 'Serve deletePet' }).click();
  await expect.poll(() => servedNames(page, draft)).not.toContain('deletePet');

  await detail(page, 'getPetById').getByRole('button', { name: 'Edit name' }).click();
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('find_pet');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'find_pet' })).toBeVisible();
  await expect.poll(() => servedNames(page, draft)).toContain('find_pet');

  const article = detail(page, 'find_pet');
  await article.getByRole('button', { name: 'Edit description' }).click();
  await page.getByRole('textbox', { name: 'description' }).fill('Looks one pet up.');
  // It is shown at once; a reload has to wait until the server has it.
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await article.getByRole('button', { name: 'Save' }).click();
  await expect(article.getByText('Looks one pet up.')).toBeVisible();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(detail(page, 'find_pet').getByText('Looks one pet up.')).toBeVisible();

  await test.step('the cost of the list is shown, and how it is counted', async () => {
    const cost = page.getByRole('button', { name: /tokens/ });
    await expect(cost).toHaveText(/about [\d.,]+k? tokens/);
    await cost.click();
    await expect(page.getByText('What the tool list costs a model')).toBeVisible();
  });
});

test('with the keyboard only: find a tool, open it, rename it', async ({ page }) => {
  const draft = await openDraft(page, { search: '?tab=tools' });
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
  await expect.poll(() => servedNames(page, draft)).toContain('pet_by_id');
});

test('a file is found, opened at its line, highlighted, wrapped and copied', async ({ page }) => {
  await openDraft(page, { search: '?tab=files' });
  await page.getByRole('searchbox', { name: 'Search files' }).fill('getPetById');
  const found = page.getByRole('navigation', { name: 'Found files' });
  await found.getByRole('button', { name: /^\d+ export const getPetById/ }).click();
  const source = page.getByRole('textbox', { name: 'src/tools/get-pet-by-id.ts' });
  await expect(source.getByText("'getPetById'").first()).toBeInViewport();
  await expect.poll(() => source.locator('span').count()).toBeGreaterThan(10);
  await expect(source).toHaveClass(/cm-lineWrapping/);
  await page.getByRole('button', { name: 'Wrap long lines' }).click();
  await expect(source).not.toHaveClass(/cm-lineWrapping/);

  await page.getByRole('searchbox', { name: 'Search files' }).fill('');
  const tree = page.getByRole('navigation', { name: 'Files' });
  await tree.getByRole('button', { name: 'package.json' }).click();
  await expect(page.getByText('@modelcontextprotocol/server').first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy package.json' }).click();
  const copied = await readClipboard(page, '"dependencies"');
  expect(JSON.parse(copied)).toMatchObject({ dependencies: expect.any(Object) });
});

test('the endpoint and a snippet that are copied are those of the server', async ({ page }) => {
  const { token } = await openDraft(page, { search: '?tab=use' });
  await page.getByRole('button', { name: 'Copy endpoint' }).click();
  const endpoint = await readClipboard(page, '/mcp/d/');
  await page.getByRole('radio', { name: 'Cursor' }).click();
  await page.getByRole('button', { name: /Copy snippet for Cursor/ }).click();
  const { mcpServers } = JSON.parse(await readClipboard(page, 'mcpServers'));
  expect(Object.values(mcpServers)[0]).toEqual({
    url: endpoint,
    headers: { Authorization: `Bearer ${token}` },
  });
  // What the snippet says is what a private server asks for.
  expect(await servedNames(page, { endpoint, token })).toHaveLength(20);
  await expect(page.getByText('it answers only calls with its token')).toBeVisible();
});

test('a visitor sees nothing of a private server, and of a shared one neither token nor a way to change it', async ({
  page,
  browser,
  baseURL,
}) => {
  const draft = await openDraft(page, { search: '?tab=use' });
  await expect(page.getByText('mcpb_draft_').first()).toBeVisible();
  const visitor = await (await browser.newContext({ baseURL })).newPage();
  await expectNothing(visitor, `/chat/${draft.id}?tab=use`);
  await expect(visitor.getByText('If it is yours, sign in.')).toBeVisible();
  await shareDraft(page, draft.id);
  await visitor.goto(`/chat/${draft.id}?tab=use`);
  await expect(visitor.getByText('Calls without a token are answered by the mock')).toBeVisible();
  await expect(visitor.getByText(draft.endpoint).first()).toBeVisible();
  expect(await visitor.content()).not.toContain(draft.token);
  await visitor.goto(`/chat/${draft.id}?tool=addPet`);
  await expect(visitor.getByRole('article', { name: 'addPet' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Edit name' })).toBeHidden();
  await visitor.context().close();
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
  const draft = await openDraft(page, { search: '?tab=tools' });
  const other = await context.newPage();
  await other.goto(`/chat/${draft.id}?tab=tools`);
  await other.getByRole('checkbox', { name: 'Serve addPet' }).click();
  await expect.poll(() => servedNames(page, draft)).not.toContain('addPet');
  await page.getByRole('checkbox', { name: 'Serve deletePet' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'changed elsewhere' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Serve addPet' })).not.toBeChecked();
  expect(await servedNames(page, draft)).toContain('deletePet');
});
