import type { Page } from '@playwright/test';

import { openDraft } from './setup/open-draft.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

const PHONE = { width: 360, height: 740 };

const check = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
const score = (page: Page) => page.getByRole('region', { name: 'Score' });

test('the score is in the header, and leads to what it is made of', async ({ page }) => {
  await openDraft(page);
  const badge = page.getByRole('button', { name: /of 100 ?: open the report/ });
  await badge.click();
  await expect(page.getByRole('tab', { name: 'Report', selected: true })).toBeVisible();
  await expect(page).toHaveURL(/tab=report/);
  await score(page).getByText('How the score is calculated').click();
  await expect(score(page).getByText(/rounded down/)).toBeVisible();
  const families = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
  await expect(families).toHaveCount(7);
});

test('evidence shows what was sent to the running server and what came back', async ({ page }) => {
  const { endpoint } = await openDraft(page, { search: '?tab=report' });
  const origin = check(page, 'Web pages of other origins are rejected');
  await expect(origin.getByText('pass', { exact: true })).toBeVisible();
  await origin.getByText('Evidence').click();
  await expect(origin.getByLabel(/^Sent/)).toContainText(endpoint);
  await expect(origin.getByLabel(/^Received/)).toContainText('403');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a ${colorScheme} device`, () => {
    test.use({ colorScheme });

    test('the report is accessible with evidence open, and fits on a phone', async ({ page }) => {
      await openDraft(page, { search: '?tab=report' });
      await score(page).getByText('How the score is calculated').click();
      await check(page, 'Unknown host names are rejected').getByText('Evidence').click();
      await expectAccessible(page);
      await page.setViewportSize(PHONE);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
}

test('one click puts a check right, and undo takes it back', async ({ page }) => {
  await openDraft(page, { search: '?tab=report' });
  const deprecated = check(page, 'No deprecated tool is served');
  await expect(deprecated.getByText('warn', { exact: true })).toBeVisible();
  const before = Number(await score(page).getByText(/^\d+$/).textContent());
  await deprecated.getByRole('button', { name: /^Fix it/ }).click();
  await expect(deprecated.getByText('pass', { exact: true })).toBeVisible();
  expect(Number(await score(page).getByText(/^\d+$/).textContent())).toBeGreaterThanOrEqual(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(deprecated.getByText('warn', { exact: true })).toBeVisible();
});

test('a report that cannot be made says so, and is asked for again', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 503/);
  let isBroken = true;
  await page.route('**/api/drafts/*/report', (route) =>
    isBroken ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await openDraft(page, { search: '?tab=report' });
  await expect(page.getByRole('alert')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(score(page)).toBeVisible();
});

test('a visitor sees the report, and no way to change the server', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id } = await openDraft(page);
  const visitor = await (await browser.newContext({ baseURL })).newPage();
  await visitor.goto(`/chat/${id}?tab=report`);
  await expect(check(visitor, 'No deprecated tool is served')).toBeVisible();
  await expect(visitor.getByRole('button', { name: /^Fix/ })).toHaveCount(0);
  await visitor.context().close();
});

test('the badge is a picture of the score', async ({ page }) => {
  const { id } = await openDraft(page, { search: '?tab=report' });
  const shown = await score(page).getByText(/^\d+$/).textContent();
  const picture = await page.request.get(`/api/drafts/${id}/badge.svg`);
  expect(picture.headers()['content-type']).toContain('image/svg+xml');
  expect(await picture.text()).toContain(`${shown} of 100`);
});
