import type { Page } from '@playwright/test';

import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const STATUS_PATH = '**/stripe/subscription/status';

/** The row of one plan among the gates. */
const gate = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function askServer(page: Page, name: string): Promise<string> {
  const row = gate(page, name);
  await row.getByRole('button', { name: `Ask the server about ${name}` }).click();
  await expect(row.locator('[aria-live]')).not.toBeEmpty();
  return row.locator('[aria-live]').innerText();
}

/** Gives a user's own account a subscription, as billing would. */
async function subscribe(database: D1Database, uid: string, tier: string): Promise<void> {
  await database
    .prepare(
      `INSERT INTO subscriptions (account_id, tier, is_active, changed_at)
       SELECT id, ?, 1, 0 FROM accounts WHERE personal_uid = ?`,
    )
    .bind(tier, uid)
    .run();
}

test('a visitor sees every limit, shut gates, and what signing in adds', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 403/);
  await page.goto('/tier-example');
  await expect(page.getByText('You are not signed in')).toBeVisible();
  const table = page.getByRole('table', { name: 'What each plan allows' });
  await expect(table.getByRole('row', { name: /^Hosted calls a day/ })).toHaveText(
    /1,000\s*50,000\s*500,000/,
  );
  await expect(gate(page, 'Free')).toContainText('Unlocked: 3 projects and 60 hosted calls');
  await expect(gate(page, 'Pro')).toContainText('Pro unlocks 25 projects and 600 hosted calls');
  expect(await askServer(page, 'Free')).toBe('The server grants access.');
  expect(await askServer(page, 'Pro')).toContain('This needs the plan Pro.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  await gate(page, 'Team').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a plan that is paid for opens its gates, on the screen and on the server', async ({
  page,
  site,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 403/);
  const { localId } = await signInAs(page);
  await subscribe(site.env.DB, localId, 'pro');
  await page.goto('/tier-example');
  await expect(page.getByText('Your plan is Pro')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Pro yours' })).toBeVisible();
  await expect(gate(page, 'Pro')).toContainText('Unlocked');
  await expect(gate(page, 'Team').getByRole('link', { name: 'Compare plans' })).toBeVisible();
  expect(await askServer(page, 'Pro')).toBe('The server grants access.');
  expect(await askServer(page, 'Team')).toContain('Yours has the limits of Pro.');
  await page.getByRole('button', { name: /^Account of / }).click();
  await expect(page.getByText('Plan pro')).toBeVisible();
  await expectAccessible(page);
});

test('a user without a subscription is free, and free again after signing out', async ({
  page,
}) => {
  await signInAs(page);
  await page.goto('/tier-example');
  await expect(page.getByText('Your plan is Free')).toBeVisible();
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/tier-example');
  await expect(page.getByText('You are not signed in')).toBeVisible();
});

test('a question for somebody who signs out meanwhile is taken back', async ({ page }) => {
  await signInAs(page);
  const held = Promise.withResolvers<void>();
  // It is never answered.
  await page.route(STATUS_PATH, () => held.resolve());
  await page.goto('/tier-example');
  await held.promise;
  await expect(gate(page, 'Pro')).toContainText('Checking your plan');
  const takenBack = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/stripe/'),
  );
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await takenBack;
  await page.goBack();
  await expect(page.getByText('You are not signed in')).toBeVisible();
  await expect(gate(page, 'Pro')).toContainText('Pro unlocks');
});

test('without keys of Stripe the plans are shown, and the operator reads what is missing', async ({
  page,
}) => {
  await page.goto('/pricing');
  await expect(page.getByRole('region', { name: 'Pro' }).getByText('$19')).toBeVisible();
  await expect(page.getByText('Buying is not set up on this installation')).toBeVisible();
  await page.getByText('What an operator has to set').click();
  await expect(page.getByText('STRIPE_SECRET_KEY')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Get/ })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
});
