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

test('only public chats are in the showcase, for everybody, by the name that their author gave', async ({
  page,
  browser,
}) => {
  await signInAs(page, { name: 'Ada Lovelace' });
  const id = await chatAbout(page, 'parcels');
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(new URL('/showcase?q=parcels', page.url()).href);
  await expect(visitor.getByText('Nothing matches “parcels”')).toBeVisible();

  const shared = await page.request.patch(`/api/chats/${id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { visibility: 'public' },
  });
  expect(shared.status()).toBe(200);
  await visitor.reload();
  await expectAccessible(visitor);
  const card = visitor.getByRole('list', { name: 'Public servers' }).getByRole('listitem');
  await expect(card).toContainText('get_parcel');
  await expect(card).toContainText(/Ready|\d+ things? to fix/);
  await expect(card).toContainText('1 tool');
  await expect(card).toContainText('By Ada Lovelace');
  await card.getByRole('link').click();
  await expect(visitor.getByText(/Add a tool that gets/).first()).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Remix' })).toBeVisible();
  await visitor.context().close();
});

test('the showcase has the servers of the templates, and each can be started', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/404/);
  const missing = await page.goto('/showcase/nothing');
  expect(missing?.status()).toBe(404);
  // An older address of it, for who is signed in.
  await signInAs(page);
  await page.goto('/public-chats');
  await expect(page.getByRole('heading', { name: 'Showcase', level: 1 })).toBeVisible();
  const cards = page.getByRole('list', { name: 'Templates' }).getByRole('listitem');
  await expect(cards).toHaveCount(6);
  for (const card of await cards.all()) {
    await expect(card).toContainText(/Ready|\d+ things? to fix/);
    await expect(card).toContainText('By MCP Builder');
  }
  await page.goto('/showcase');
  await expect(cards).toHaveCount(6);
  await page.getByRole('searchbox', { name: 'Search the showcase' }).fill('create_refund');
  await expect(cards).toHaveText([/Stripe support/]);
  await page.getByRole('link', { name: 'Stripe support' }).click();
  await expect(page).toHaveURL('/showcase/stripe-support');
  await expect(page.getByRole('list', { name: 'Tools of Stripe support' })).toContainText(
    'create_refund',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use this template' }).click();
  await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
  await expect(page.getByText('create_refund').first()).toBeVisible();
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
