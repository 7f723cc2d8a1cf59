import { expect, type Browser, type Locator, type Page } from '@playwright/test';

import { signInAs, type Person } from './sign-in.ts';

/** Opens a browser of another person at the same site; signed in where one is named. */
export async function openOther(
  browser: Browser,
  baseURL: string,
  person?: Person,
): Promise<{ page: Page; email: string }> {
  const context = await browser.newContext({ baseURL, locale: 'en-US', timezoneId: 'UTC' });
  const page = await context.newPage();
  const email = person === undefined ? '' : (await signInAs(page, person)).email;
  return { page, email };
}

/** Opens the operators' page at the search for a user, whose row it gives. */
export async function findUser(page: Page, email: string): Promise<Locator> {
  await page.goto('/admin');
  await page.getByRole('searchbox', { name: 'Email, name or user id' }).fill(email);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const rows = page.getByRole('list', { name: 'Users' }).locator('> li');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(email);
  return rows;
}

/** Turns a part of the product on or off, and waits until it is. */
export async function turnSwitch(page: Page, name: string, isOn: boolean): Promise<void> {
  await page.goto('/admin?tab=settings');
  const box = page.getByRole('checkbox', { name });
  await expect(box).toBeChecked({ checked: !isOn });
  await box.click();
  // Not the click itself: the page shows what the server has.
  await expect(box).toBeEnabled();
  await expect(box).toBeChecked({ checked: isOn });
}
