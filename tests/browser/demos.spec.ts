import type { Page } from '@playwright/test';

import { expect, expectAccessible, test } from './setup/page-test.ts';

const answers = (page: Page) => page.getByRole('article', { name: 'Builder' });
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message to the builder' });
const tools = (page: Page) => page.getByRole('list', { name: 'Tools' }).getByRole('listitem');

async function pick(page: Page, example: string | RegExp) {
  await page.getByRole('button', { name: example }).click();
}

async function say(page: Page, text: string) {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

test('the builder on the mock endpoint shows what the conversation has built', async ({ page }) => {
  await page.goto('/mock');
  await pick(page, 'Build a server for orders');
  await expect(tools(page)).toHaveText([/list_orders/, /get_order/]);
  await expect(page.getByRole('button', { name: /^Send/ })).toBeVisible();
  await say(page, 'rename list_orders to find_orders');
  await expect(tools(page)).toHaveText([/find_orders/, /get_order/]);
  await expectAccessible(page);
});

test('an answer of the mock endpoint that breaks off is kept and can be asked for again', async ({
  page,
}) => {
  await page.goto('/chat-demo-mock');
  await pick(page, 'Break off in the middle');
  const alert = page.getByRole('alert').filter({ hasText: 'interrupted' });
  await expect(alert).toBeVisible();
  await expect(answers(page)).toContainText('I begin as usual.');
  // The second answer may break off at once: it comes when the page was looked at.
  const isSeen = Promise.withResolvers<void>();
  await page.route('**/mockstatelesschat', async (route) => {
    await isSeen.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
  isSeen.resolve();
  await expect(alert).toBeVisible();
  await expect(answers(page)).toHaveCount(1);
});

test('a question of the mock endpoint is answered by a click, and the answer goes on', async ({
  page,
}) => {
  await page.goto('/chat-demo-mock');
  await pick(page, 'Ask me something');
  await page.getByRole('button', { name: 'Add a tool that lists changes' }).click();
  await expect(answers(page).last()).toContainText('list_changes is added.');
  await expectAccessible(page);
});

test('what is stopped says no more', async ({ page }) => {
  await page.goto('/chat-demo-mock');
  await pick(page, 'Build a server for orders');
  await expect(answers(page)).toContainText('A server for orders');
  await composer(page).press('Escape');
  await expect(page.getByRole('button', { name: /^Send/ })).toBeVisible();
  await expect(answers(page)).not.toContainText('Both tools are there');
});

test('the demo chat is the real builder, and its server can be opened', async ({ page }) => {
  await page.goto('/chat-demo');
  await pick(page, /Add a tool that gets/);
  await expect(answers(page)).toContainText('Added a tool for https://api.example.com: get_user');
  await expect(answers(page)).toContainText('Wrote a tool');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the server of this chat' }).click();
  await expect(page.getByRole('heading', { name: 'get_user' })).toBeVisible();
});

test('the simple demo shows what is said and nothing else', async ({ page }) => {
  await page.goto('/chat-demo-simple');
  await pick(page, /Add a tool that gets/);
  await expect(answers(page)).toContainText('Added a tool for https://api.example.com: get_user');
  await expect(answers(page)).not.toContainText('Wrote a tool');
});

test('demos fit a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/mock', '/chat-demo', '/chat-demo-simple', '/chat-demo-mock']) {
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
  }
});
