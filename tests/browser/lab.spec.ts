import type { Page } from '@playwright/test';

import { expect, expectAccessible, test } from './setup/page-test.ts';

const message = (page: Page) => page.getByRole('article', { name: 'Builder' });

async function play(page: Page, size: string) {
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel('Characters per piece').fill(size);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText(/^([\d,]+) of \1 characters/)).toBeVisible({ timeout: 60_000 });
  await expect(message(page)).toContainText('come through.');
  return message(page).textContent();
}

test('a reply is the same message in whatever pieces it arrives, grows, and says what is wrong', async ({
  page,
}) => {
  await page.goto('/parsing-test');
  const whole = await play(page, '4096');
  expect(await play(page, '7')).toBe(whole);
  await expect(message(page).getByRole('table')).toBeVisible();
  await expectAccessible(page);

  await test.step('a message grows with each piece', async () => {
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByLabel('Characters per piece').fill('200');
    await page.getByRole('button', { name: 'Next piece' }).click();
    await page.getByRole('button', { name: 'Next piece' }).click();
    await expect(message(page)).toContainText('I add one tool');
    await expect(message(page)).not.toContainText('come through.');
  });

  await test.step('a broken reply says what is wrong with it', async () => {
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByLabel('Raw reply').fill('data: {"type":\n\ndata: 5\n\n');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(2);
  });
});

test('a stream is shown event by event with its times, from either source', async ({ page }) => {
  await page.goto('/test-stream');
  for (const source of ['Builder', 'Mock endpoint']) {
    await page.getByRole('radio', { name: source }).check();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByText(/events · first word after \d+ ms/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeVisible();
    await expect(page.getByRole('cell', { name: '[DONE]' })).toBeVisible();
  }
  await expectAccessible(page);
});

test('a window panel folds, grows to the window and comes back, closes and opens', async ({
  page,
}) => {
  await page.goto('/test-mac-panel');
  const panel = page.getByRole('region', { name: 'Request', exact: true });
  await page.getByRole('button', { name: 'Fold Request' }).click();
  await expect(panel.getByText('tools/call')).toHaveCount(0);
  await page.getByRole('button', { name: 'Unfold Request' }).click();
  await expect(panel.getByText('tools/call')).toBeVisible();
  const { height = 0 } = (await panel.boundingBox()) ?? {};
  await page.getByRole('button', { name: 'Enlarge Request' }).click();
  expect((await panel.boundingBox())?.height).toBeGreaterThan(height);
  await page.keyboard.press('Escape');
  expect((await panel.boundingBox())?.height).toBe(height);
  await page.getByRole('button', { name: 'Close Request' }).click();
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'Open the request again' }).click();
  await expect(panel).toBeVisible();
  await expectAccessible(page);
});

test("the builder's sidebar stands beside the page, hides, and opens in a window", async ({
  page,
}) => {
  await page.goto('/simple-sidebar-test');
  const sidebar = page.getByRole('navigation', { name: 'Recent chats' });
  await expect(sidebar.getByText('Your chats appear here after the first message.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hide the sidebar' }).click();
  await expect(sidebar).toHaveCount(0);
  await page.getByRole('button', { name: 'Open it in a window' }).click();
  const shown = page.getByRole('dialog', { name: 'Recent chats' });
  await expect(shown.getByRole('link', { name: 'New chat' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);
});
