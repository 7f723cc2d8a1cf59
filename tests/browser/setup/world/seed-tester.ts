import type { Page } from '@playwright/test';

/** Opens the tester with a server that is connected. */
export async function connectServer(page: Page, url: string, tab: string): Promise<void> {
  const query = new URLSearchParams({ url, name: 'Fixture', tab });
  await page.goto(`/client?${query.toString()}`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('tab', { selected: true }).waitFor();
}

/** Checks a server in the tester; the path of the shared report. */
export async function seedChecks(page: Page, url: string): Promise<string> {
  await connectServer(page, url, 'checks');
  await page.getByRole('button', { name: 'Run the checks' }).click();
  await page.getByRole('button', { name: 'Share by a link' }).click();
  const path = await page.getByRole('link', { name: 'Shared report' }).getAttribute('href');
  if (path === null) throw new Error('The report has no link.');
  return path;
}
