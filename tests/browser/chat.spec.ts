import type { Page } from '@playwright/test';

import { answers, FIRST, say, settled } from './setup/chat-page.ts';
import { expectNothing } from './setup/open-draft.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

const start = (page: Page) => page.getByRole('textbox', { name: 'API document or its address' });

async function begin(page: Page) {
  await page.goto('/');
  await start(page).fill(FIRST);
  await page.getByRole('button', { name: /^Build/ }).click();
  await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
  await expect(page.getByText('get_user').first()).toBeVisible();
  await settled(page);
}

test('a sentence becomes a running server, the next ones change it, and a reload shows all of it', async ({
  page,
  browser,
}) => {
  await begin(page);
  await expect(
    page
      .getByText(/^(?:Ready|\d+ things? to fix)$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);

  await test.step('sentences change the server', async () => {
    await say(page, 'Rename get_user to find_user');
    await expect(page.getByRole('heading', { name: 'find_user' })).toBeVisible();
    await say(page, 'Add a tool that deletes https://api.example.com/users/{id}');
    await expect(page.getByText('delete_user').first()).toBeVisible();
    await say(page, 'Remove delete_user');
    await expect(page.getByRole('checkbox', { name: /delete_user/ })).toHaveCount(0);
  });

  await test.step('a document that is pasted becomes tools beside those that are there', async () => {
    await say(page, 'curl https://api.acme.test/orders/7 -H "Authorization: Bearer s3cr3t"');
    await expect(page.getByRole('checkbox', { name: /get_order/ })).toBeVisible();
    await expect(page.getByText('find_user').first()).toBeVisible();
  });

  await test.step('the conversation is there after a reload, and nobody else sees it', async () => {
    await page.reload();
    await expect(page.getByText(FIRST)).toBeVisible();
    await expect(answers(page)).toHaveCount(5);
    const stranger = await browser.newPage();
    await expectNothing(stranger, page.url());
    await stranger.close();
  });
});

test('on a narrow phone the chat fits, and what is not understood comes with requests to click', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await begin(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const last = answers(page).last();
  const offer = last.getByRole('button', { name: 'Connect a model' });
  await say(page, 'Paint the moon green, please');
  await expect(last).toContainText('I did not understand');
  await expect(last).toContainText('What should I do instead?');
  await expect(offer).toBeVisible();

  await last.getByRole('button', { name: 'what does get_user do?' }).click();
  await expect(last).toContainText('It only reads');
  await expect(offer).toHaveCount(0);
});

test('a long chat scrolls by itself, and never the page', async ({ page }) => {
  await begin(page);
  const lines = Array.from({ length: 12 }, (_, index) => `> line ${index}`).join('\n');
  for (let turn = 0; turn < 3; turn += 1) {
    await say(page, `What does get_user do?\n\n${lines}`);
  }
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const isLong = (element: Element) => element.scrollHeight > 1.5 * element.clientHeight;
  expect(await conversation.evaluate(isLong)).toBe(true);
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(await beyond()).toBe(0);
});
