import type { Page } from '@playwright/test';

import { FIRST, openChat, openUserChat } from './setup/chat-page.ts';
import { expect, expectAccessible, test, untilAlive } from './setup/page-test.ts';

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

test('a part that a newer version has replaced comes with one reload, which keeps what was typed', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/404/);
  await openUserChat(page);
  const composer = page.getByRole('textbox', { name: 'Message to the builder' });
  await composer.fill('Rename the tool');
  let misses = 0;
  await page.route('**/assets/history-tab*', async (route) => {
    misses += 1;
    // The document of the newer version names its own parts.
    const how = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON());
    const isOld = how.type !== 'reload';
    await (isOld ? route.fulfill({ status: 404, body: 'gone' }) : route.continue());
  });
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'Restore points' })).toBeVisible();
  expect(misses).toBeGreaterThan(1);
  await expect(composer).toHaveValue('Rename the tool');
});

test('a part that is missing after the reload, too, is offered by another one', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/404/);
  await openUserChat(page);
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  const gone = '**/assets/history-tab*';
  await page.route(gone, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.getByRole('tab', { name: 'History' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded' });
  await expect(note).toBeVisible();
  expect(documents).toBe(1);
  await expectAccessible(page);
  await page.unroute(gone);
  await note.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('list', { name: 'Restore points' })).toBeVisible();
  await expect(note).toHaveCount(0);
});

// The second is no part itself: the first imports it, and so does the chat that comes afterwards.
for (const chunk of ['begin-chat', 'first-message']) {
  test(`words on the start page become a server although ${chunk} was lost at first`, async ({
    page,
    allowConsoleError,
  }) => {
    allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
    const giveBack = await loseChunks(page, chunk);
    await page.goto('/');
    await untilAlive(page);
    await page.getByRole('textbox', { name: 'API document or its address' }).fill(FIRST);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert').first()).toBeVisible();
    await giveBack();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
  });
}

test('words on the start page are sent again by a reload that came before the server had them', async ({
  page,
}) => {
  // The first request is never answered.
  await page.route('**/api/chats/*/turns', () => undefined);
  const sent = page.waitForRequest('**/api/chats/*/turns');
  await page.goto('/');
  await untilAlive(page);
  await page.getByRole('textbox', { name: 'API document or its address' }).fill(FIRST);
  await page.keyboard.press('Control+Enter');
  await sent;
  await page.unroute('**/api/chats/*/turns');
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
});
