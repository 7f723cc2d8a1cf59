import type { Page } from '@playwright/test';

import { FIRST, openChat, openUserChat, say } from './setup/chat-page.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

const PHONE = { width: 360, height: 740 };

const commands = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

/** On a phone the tools are on another page than the conversation. */
async function chatOnPhone(page: Page): Promise<string> {
  const id = await openChat(page);
  await say(page, FIRST);
  return id;
}

test.describe('by touch', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('commands are opened, run and closed without a key', async ({ page }) => {
    await chatOnPhone(page);
    await page.getByRole('button', { name: 'Commands' }).tap();
    await expect(commands(page)).toBeVisible();
    await expectAccessible(page);
    await commands(page).getByRole('button', { name: 'Close' }).tap();
    await expect(commands(page)).toHaveCount(0);

    await page.getByRole('button', { name: 'Commands' }).tap();
    await commands(page).getByRole('option', { name: 'Report' }).tap();
    await expect(commands(page)).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Report' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expectNoSidewaysScroll(page);
  });

  test('recent chats are in a window, and lead to another chat', async ({ page }) => {
    const first = await chatOnPhone(page);
    const second = await chatOnPhone(page);
    await page.getByRole('button', { name: 'Recent chats' }).tap();
    const list = page.getByRole('dialog', { name: 'Recent chats' });
    const links = list.getByRole('link', { name: /Add a tool that gets/ });
    await expect(links).toHaveCount(2);
    await expect(links.first()).toHaveAttribute('href', `/chat/${second}`);
    await expect(links.first()).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // The chat that is open already: the window goes, and it is there.
    await links.first().tap();
    await expect(list).toHaveCount(0);
    await page.getByRole('button', { name: 'Recent chats' }).tap();
    await links.last().tap();
    await expect(page).toHaveURL(new RegExp(`/chat/${first}`));
    await expect(list).toHaveCount(0);
  });
});

test('between phone and desktop the key opens recent chats in a window, and closes it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await openUserChat(page);
  await page.keyboard.press('Control+b');
  const list = page.getByRole('dialog', { name: 'Recent chats' });
  await expect(list.getByRole('link', { name: /Add a tool that gets/ })).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(list).toHaveCount(0);
  // What a narrow window does is no choice for a wide one.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(page.getByRole('button', { name: /^Show recent chats/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Recent chats' })).toHaveCount(0);
});
