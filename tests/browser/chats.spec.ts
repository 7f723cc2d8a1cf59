import type { Page } from '@playwright/test';

import { openChat, say } from './setup/chat-page.ts';
import { expect, expectAccessible, test } from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Chats' }).getByRole('listitem');

/** A chat whose title is the first thing that is said in it. */
async function chatAbout(page: Page, noun: string): Promise<string> {
  const id = await openChat(page);
  await say(page, `Add a tool that gets https://api.example.com/${noun}/{id}`);
  return id;
}

test('own chats are listed, found, renamed, deleted and taken back', async ({ page }) => {
  await signInAs(page);
  await chatAbout(page, 'orders');
  await chatAbout(page, 'invoices');
  await page.goto('/chats');
  await expect(rows(page)).toHaveText([/invoices.*1 tool/, /orders.*1 tool/]);
  // Both were checked as their turns ended.
  await expect(rows(page)).toContainText([/Ready|\d+ things? to fix/, /Ready|\d+ things? to fix/]);
  const changed = rows(page).first().getByRole('time');
  await expect(changed).toHaveText(/^(just now|\d+ minutes? ago)$/);
  await expect(changed).toHaveAttribute('title', /\d{4}, \d/);
  await expectAccessible(page);

  await page.getByRole('searchbox', { name: 'Search chats' }).fill('ORDERS');
  await expect(rows(page)).toHaveText([/orders/]);
  await expect(page).toHaveURL(/q=ORDERS/);
  await page.reload();
  await expect(rows(page)).toHaveText([/orders/]);
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('');
  await expect(rows(page)).toHaveCount(2);

  await rows(page)
    .first()
    .getByRole('button', { name: /^Rename/ })
    .click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Billing');
  await page.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(rows(page).filter({ hasText: 'Billing' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Delete Billing' }).click();
  await expect(rows(page)).toHaveText([/orders/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'get_invoice' })).toBeVisible();
});

test('what is deleted cannot be opened any more, and empty lists say what they are', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/404/);
  await signInAs(page);
  await page.goto('/chats?cursor=1.a');
  await expect(page.getByText('No older chats')).toBeVisible();
  await expect(page.getByText('No chats yet')).toHaveCount(0);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect(page.getByText('No chats yet')).toBeVisible();

  const id = await chatAbout(page, 'orders');
  await page.goto('/chats');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByText('No chats yet')).toBeVisible();
  const response = await page.goto(`/chat/${id}`);
  expect(response?.status()).toBe(404);
});

test('lists fit a narrow phone, and the menu leads to them', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page);
  await chatAbout(page, 'orders');
  await page.goto('/');
  for (const [name, heading] of [
    ['Projects', 'Projects'],
    ['Chats', 'Chats'],
    ['Showcase', 'Showcase'],
    ['Autopilot', 'Autopilot'],
  ] as const) {
    await page.getByLabel('Menu').click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, name).toBe(0);
  }
});
