import type { Page } from '@playwright/test';

import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';
import { getTokens } from './setup/sign-in.ts';

const note = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Your account was deleted.' });

/** Does what leaves a message: this browser's next page shows it. */
async function leaveMessage(page: Page): Promise<void> {
  const { idToken } = await getTokens();
  const response = await page.request.delete('/api/account', {
    headers: { authorization: `Bearer ${idToken}`, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.status(), await response.text()).toBeLessThan(300);
}

test('a message is shown by the next page, and by no other', async ({ page }) => {
  await leaveMessage(page);
  await page.goto('/terms');
  await expect(note(page)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await expect(note(page)).toBeHidden();
});

test('a message is shown by a page that is opened within the app, and stays until dismissed', async ({
  page,
}) => {
  await page.goto('/privacy');
  await leaveMessage(page);
  await page.getByRole('link', { name: 'Terms of Service' }).last().click();
  await expect(note(page)).toBeVisible();
  await page.getByRole('link', { name: 'Privacy Policy' }).last().click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expect(note(page)).toBeVisible();
  await note(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(note(page)).toBeHidden();
});
