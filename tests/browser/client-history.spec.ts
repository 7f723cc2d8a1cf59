import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { OPEN_CORS, type TestServer } from '../tester/servers/serve-http.ts';
import { startFixture } from '../tester/servers/start-fixture.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  readClipboard,
  test,
  untilAlive,
} from './setup/page-test.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startFixture({ cors: OPEN_CORS });
});
test.afterAll(() => server.stop());

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const rows = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem');

test('calls are saved and run, and everything that travelled is searched, sent again and exported', async ({
  page,
}) => {
  const query = new URLSearchParams({ url: server.url, name: 'Fixture', tab: 'calls' });
  await page.goto(`/client?${query.toString()}`);
  await untilAlive(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('No saved calls')).toBeVisible();

  await test.step('a saved call runs, fails its check, and is put right', async () => {
    await page.getByRole('button', { name: 'New call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save a call' });
    await dialog.getByLabel('Name', { exact: true }).fill('Adds two numbers');
    await dialog.getByLabel('Tool', { exact: true }).fill('add');
    await dialog.getByLabel('Arguments, as JSON').fill('{"a": 2, "b": 3}');
    await dialog.getByRole('button', { name: 'Add check' }).click();
    await dialog.getByLabel('Path 1', { exact: true }).fill('$.sum');
    await dialog.getByLabel('Value 1', { exact: true }).fill('6');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save the call' }).click();
    await page.getByRole('button', { name: 'Run all' }).click();
    await expect(page.getByText('$.sum should be 6, but is 5.')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Adds two numbers' }).click();
    await page.getByLabel('Value 1', { exact: true }).fill('5');
    await page.getByRole('button', { name: 'Save the call' }).click();
    await page.getByRole('button', { name: 'Run all' }).click();
    await expect(page.getByText('1 passed, 0 failed')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('its messages are found, and one is sent again with other words', async () => {
    await openTab(page, 'History');
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: /^Search \d+ entries$/ }).fill('"a":2');
    await expect(rows(page)).toHaveCount(2);
    await rows(page).first().getByRole('button').click();
    await page.getByRole('button', { name: 'Edit and resend' }).click();
    const editor = page.getByLabel('Message to send');
    await editor.fill((await editor.inputValue()).replace('"a": 2', '"a": 4000'));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText(/^Answered in /)).toBeVisible();
    await expect(page.getByRole('group', { name: 'answer' })).toContainText('4003');
  });

  await test.step('as HTTP it is a command and an archive', async () => {
    await page.getByRole('button', { name: 'HTTP request' }).click();
    await page.getByRole('button', { name: 'Copy as cURL' }).click();
    await readClipboard(page, `curl -X POST '${server.url}'`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as HAR' }).click();
    const archive = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
    expect(archive).toMatchObject({ log: { version: '1.2' } });
  });

  await test.step('of two thousand messages those in sight are in the page', async () => {
    await openTab(page, 'Saved calls');
    await page.getByRole('button', { name: 'New call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save a call' });
    await dialog.getByLabel('Name', { exact: true }).fill('Counts');
    await dialog.getByLabel('Tool', { exact: true }).fill('steps');
    await dialog.getByLabel('Arguments, as JSON').fill('{"count": 500, "ms": 1}');
    await dialog.getByRole('button', { name: 'Save the call' }).click();
    for (let copy = 0; copy < 3; copy += 1) {
      await page.getByRole('button', { name: 'Copy Counts', exact: true }).click();
    }
    await page.getByRole('button', { name: 'Run all' }).click();
    await expect(page.getByText('5 passed, 0 failed')).toBeVisible();
    await openTab(page, 'History');
    await page.getByRole('radio', { name: 'Messages' }).check({ force: true });
    await expect(rows(page).first()).toHaveAttribute('aria-setsize', '2000');
    expect(await rows(page).count()).toBeLessThan(60);
    await page.getByRole('list', { name: 'History' }).evaluate((list) => {
      list.parentElement?.scrollTo(0, list.scrollHeight);
    });
    await expect(rows(page).last()).toHaveAttribute('aria-posinset', '2000');
    expect(await rows(page).count()).toBeLessThan(60);
  });

  await test.step('on a phone, and after a reload', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    expect(await rows(page).count()).toBeLessThan(60);
    await openTab(page, 'Saved calls');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.reload();
    await untilAlive(page);
    await page
      .getByRole('button', { name: /^Connect/ })
      .first()
      .click();
    await expect(page.getByText('Adds two numbers')).toBeVisible();
  });
});
