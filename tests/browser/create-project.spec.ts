import type { Page } from '@playwright/test';

import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'https://api.shop.example' }],
  paths: {
    '/orders': {
      get: { operationId: 'list_orders', summary: 'List the orders', responses: { 200: {} } },
    },
  },
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New project' });

async function openDialog(page: Page, start: string): Promise<void> {
  await page.goto('/my-projects');
  await untilAlive(page);
  await page.getByRole('button', { name: 'New project' }).first().click();
  await dialog(page).getByRole('radio', { name: start }).check({ force: true });
}

async function create(page: Page, title: string): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

test('projects begin blank, with a document and with a template; their files are read and downloaded', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signInAs(page);

  await test.step('a blank one says where its tools come from', async () => {
    await openDialog(page, 'Blank');
    await expectAccessibleInBothSchemes(page);
    await dialog(page).getByLabel('Project name').fill('Order desk');
    await create(page, 'Order desk');
    await expect(page.getByRole('link', { name: 'Add tools in the chat' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Add tools in the chat' }).click();
    await expect(page).toHaveURL(/\/chat\//);
  });

  await test.step('one of a document that cannot be read says why, and goes on in the same window', async () => {
    await openDialog(page, 'Document');
    await dialog(page).getByRole('radio', { name: 'Paste' }).check({ force: true });
    await dialog(page).getByLabel('Text of the document').fill('{"openapi":"3.1.0","paths":{}}');
    await dialog(page).getByRole('button', { name: 'Create project' }).click();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await dialog(page).getByLabel('Text of the document').fill(DOCUMENT);
    await create(page, 'Shop');
    await expect(page.getByRole('button', { name: 'Publish version 1' })).toBeVisible();
  });

  await test.step('its files are those of the version, with an address each', async () => {
    await page.getByRole('tab', { name: 'Files', exact: true }).click();
    const tree = page.getByRole('navigation', { name: 'Files' });
    await expect(tree).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search files' }).fill('list_orders');
    await page.getByRole('navigation', { name: 'Found files' }).getByRole('button').first().click();
    await expect(page).toHaveURL(/[?&]file=/);
    await expectAccessibleInBothSchemes(page);
    await page.reload();
    await untilAlive(page);
    await expect(tree).toBeVisible();
    const zip = page.getByRole('link', { name: 'Download version 1' });
    const download = page.waitForEvent('download');
    await zip.click();
    expect((await download).suggestedFilename()).toBe('shop.zip');
  });

  await test.step('a template and a chat are chosen from a list', async () => {
    await openDialog(page, 'Chat');
    await expect(dialog(page).getByRole('radio', { name: 'Shop' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await dialog(page).getByRole('radio', { name: 'Template' }).check({ force: true });
    await expectAccessibleInBothSchemes(page);
    await dialog(page).getByRole('radio', { name: 'Currency rates' }).check();
    await dialog(page).getByLabel('Project name').fill('Rates');
    await create(page, 'Rates');
  });

  await test.step('the plan’s last project was the third', async () => {
    await openDialog(page, 'Blank');
    await dialog(page).getByLabel('Project name').fill('One too many');
    await dialog(page).getByRole('button', { name: 'Create project' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('3 projects');
  });

  await test.step('all of it fits a narrow phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.goto('/my-projects');
    await page.getByRole('link', { name: 'Shop' }).click();
    for (const name of ['Files', 'Tools', 'Versions']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await expect(page.getByRole('tabpanel')).toContainText('Version 1');
      await expectNoSidewaysScroll(page);
    }
  });
});
