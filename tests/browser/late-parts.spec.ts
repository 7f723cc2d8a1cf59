import type { Page } from '@playwright/test';

import { openChat, openUserChat } from './setup/chat-page.ts';
import { expect, test } from './setup/page-test.ts';

/** Chunks of such a name cannot be loaded until the connection is said to be back. */
async function loseChunks(page: Page, name: string): Promise<() => Promise<void>> {
  const pattern = `**/assets/${name}*`;
  await page.route(pattern, (route) => route.abort('internetdisconnected'));
  return async () => {
    await page.unroute(pattern);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  };
}

test('a window that cannot be loaded says so, and opens once the connection is back', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await openChat(page);
  const giveBack = await loseChunks(page, 'command-palette');
  await page.keyboard.press('Control+k');
  await expect(page.getByText('This could not be loaded yet')).toBeVisible();
  await giveBack();
  await expect(page.getByRole('combobox', { name: 'Find a command' })).toBeVisible();
});

test('source that cannot be coloured yet is read plain, and coloured later', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  const giveBack = await loseChunks(page, 'create-code-viewer');
  const missed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('create-code-viewer'),
  );
  await openUserChat(page);
  await page.getByRole('tab', { name: 'Files' }).click();
  const source = page.getByText('"dependencies"');
  await page
    .getByRole('navigation', { name: 'Files' })
    .getByRole('button', { name: 'package.json' })
    .click();
  await missed;
  await expect(source).toBeVisible();
  await expect(page.locator('.cm-content')).toHaveCount(0);
  await giveBack();
  await expect(page.locator('.cm-content')).toBeVisible();
});

test('a tab that cannot be loaded leaves the rest of the builder as it is', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await openUserChat(page);
  const giveBack = await loseChunks(page, 'history-tab');
  const missed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('history-tab'),
  );
  await page.getByRole('tab', { name: 'History' }).click();
  await missed;
  await expect(page.getByRole('textbox', { name: 'Message to the builder' })).toBeVisible();
  await giveBack();
  await expect(page.getByRole('list', { name: 'Restore points' })).toBeVisible();
});
