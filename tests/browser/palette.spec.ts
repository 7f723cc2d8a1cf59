import type { Page } from '@playwright/test';

import { openUserChat } from './setup/chat-page.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Find a command' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Commands' }).getByRole('option');

test('Ctrl K opens the palette on every page, and leads to every other', async ({ page }) => {
  for (const address of ['/', '/showcase', '/privacy', '/login', '/ai-loop', '/mock']) {
    await page.goto(address);
    await untilAlive(page);
    await page.keyboard.press('Control+k');
    await expect(field(page), address).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveCount(0);
  }
  await page.keyboard.press('Control+k');
  await field(page).fill('show');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/showcase');
  await page.keyboard.press('Control+k');
  await field(page).fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('Ctrl K right after Esc opens the palette again', async ({ page }) => {
  await page.goto('/privacy');
  await untilAlive(page);
  await page.keyboard.press('Control+k');
  await field(page).fill('dark');
  // As Esc does, and the next key before the browser has reported it: what a busy machine makes of it.
  await page.evaluate(() => {
    document.querySelector('dialog')?.close();
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
    );
  });
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
});

test('the palette knows the pages, own servers, actions, and the tools of the open server', async ({
  page,
}) => {
  const id = await openUserChat(page);
  await page.keyboard.press('Control+k');
  await field(page).fill('tools get_user');
  await expect(options(page)).toHaveText([/get_user/]);
  await page.keyboard.press('Escape');

  await page.goto('/privacy');
  await untilAlive(page);
  await page.keyboard.press('Control+k');
  await expectAccessible(page);
  await expect(options(page).filter({ hasText: 'Autopilot' })).toHaveCount(1);
  await expect(options(page).filter({ hasText: 'New server' })).toHaveCount(1);
  await expect(options(page).filter({ hasText: 'Sign in' })).toHaveCount(1);
  for (const option of await options(page).all()) {
    await expect(option.locator('svg')).toHaveCount(1);
  }
  // What belongs to the server's own screen stays there.
  await expect(options(page).filter({ hasText: 'Copy the endpoint' })).toHaveCount(0);
  await field(page).fill('servers 1 tool');
  // They are asked for when the palette opens.
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/chat/${id}`);
});

test('the palette fits a narrow window', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await untilAlive(page);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
