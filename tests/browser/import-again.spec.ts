import type { Locator, Page } from '@playwright/test';

import { DraftAnswer } from '../setup/make-draft.ts';

import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';

function shop(paths: Record<string, string>): string {
  const operations = Object.entries(paths).map(([path, description]) => [
    path,
    { get: { operationId: `get_${path.slice(1)}`, description, responses: { 200: {} } } },
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1.0.0' },
    servers: [{ url: 'https://api.shop.example' }],
    paths: Object.fromEntries(operations),
  });
}

const FIRST = shop({ '/a': 'Text of a.', '/b': 'Text of b.', '/c': 'Text of c.' });
const SECOND = shop({ '/a': 'New text of a.', '/b': 'New text of b.', '/d': 'Text of d.' });

/** A draft of the first document with a description of the person's own, open at its setup. */
async function openShop(page: Page): Promise<string> {
  const headers = { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' };
  const made = await page.request.post('/api/drafts', { headers, data: FIRST });
  const { id } = DraftAnswer.parse(await made.json());
  const edited = await page.request.patch(`/api/drafts/${id}`, {
    headers: { 'if-match': '"1"', 'sec-fetch-site': 'same-origin' },
    data: { edits: [{ edit: 'describeTool', name: 'get_b', description: 'My own words.' }] },
  });
  expect(edited.status()).toBe(200);
  await page.goto(`/chat/${id}`);
  return id;
}

async function openDialog(page: Page): Promise<Locator> {
  const setup = page.getByRole('complementary', { name: 'Setup' });
  if (!(await setup.isVisible())) await page.getByRole('button', { name: 'Setup' }).click();
  await setup.getByRole('button', { name: 'Import again' }).click();
  return page.getByRole('dialog', { name: 'Import again' });
}

async function look(dialog: Locator, document: string): Promise<void> {
  await dialog.getByText('Paste', { exact: true }).click();
  await dialog.getByLabel('Document text').fill(document);
  await dialog.getByRole('button', { name: 'See what changes' }).click();
}

async function textsOf(page: Page, id: string) {
  const answer = await page.request.get(`/api/drafts/${id}/blueprint`);
  const { tools }: { tools: { name: string; description: string }[] } = await answer.json();
  return tools.map(({ name, description }) => [name, description]);
}

test('a newer document is compared tool by tool, chosen from, imported, and taken back', async ({
  page,
}) => {
  const id = await openShop(page);
  const before = await textsOf(page, id);
  const dialog = await openDialog(page);
  await look(dialog, SECOND);
  await test.step('what changes is shown before anything does', async () => {
    await expect(dialog.getByRole('status')).toHaveText(
      'Tools: 1 new, 1 changed, 1 removed, 1 kept as edited here.',
    );
    await expect(dialog.getByRole('status')).toBeFocused();
    await expect(dialog).toContainText('Your description stays.');
    await expectAccessibleInBothSchemes(page);
    expect(await textsOf(page, id)).toEqual(before);
  });
  await test.step('what is chosen is taken, and what was edited stays', async () => {
    await dialog.getByRole('checkbox', { name: /get_c/ }).uncheck();
    await dialog.getByRole('button', { name: 'Import the chosen changes' }).click();
    await expect(page.getByText('Imported again')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await textsOf(page, id)).toEqual([
      ['get_a', 'New text of a.'],
      ['get_b', 'My own words.'],
      ['get_c', 'Text of c.'],
      ['get_d', 'Text of d.'],
    ]);
  });
  await test.step('it is taken back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The import is undone')).toBeVisible();
    expect(await textsOf(page, id)).toEqual(before);
  });
});

test('on a phone a file is imported, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await openShop(page);
  const dialog = await openDialog(page);
  await expectAccessible(page);
  await dialog.getByText('File', { exact: true }).click();
  const file = { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from(SECOND) };
  await dialog.getByLabel('Document', { exact: true }).setInputFiles(file);
  await dialog.getByRole('button', { name: 'See what changes' }).click();
  const take = dialog.getByRole('button', { name: 'Import the chosen changes' });
  await expect(take).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await take.click();
  await expect(dialog).toBeHidden();
  expect((await textsOf(page, id)).map(([name]) => name)).toEqual(['get_a', 'get_b', 'get_d']);
});
