import type { Page } from '@playwright/test';

import { openDraft } from './setup/open-draft.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';

const PHONE = { width: 360, height: 740 };

const check = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
const score = (page: Page) => page.getByRole('region', { name: 'Score' });

test('the score is in the header, leads to what it is made of, and changes with a fix and its undo', async ({
  page,
}) => {
  const { id, endpoint } = await openDraft(page);
  const badge = page.getByRole('button', { name: /of 100 ?: open the report/ });
  await badge.click();
  await expect(page.getByRole('tab', { name: 'Report', selected: true })).toBeVisible();
  await expect(page).toHaveURL(/tab=report/);
  const families = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
  await expect(families).toHaveCount(7);

  await test.step('the badge is a picture of the score', async () => {
    const shown = await score(page).getByText(/^\d+$/).textContent();
    const picture = await page.request.get(`/api/drafts/${id}/badge.svg`);
    expect(picture.headers()['content-type']).toContain('image/svg+xml');
    expect(await picture.text()).toContain(`${shown} of 100`);
  });

  await test.step('evidence shows what was sent to the running server and what came back', async () => {
    const origin = check(page, 'Web pages of other origins are rejected');
    await expect(origin.getByText('pass', { exact: true })).toBeVisible();
    await origin.getByText('Evidence').click();
    await expect(origin.getByLabel(/^Sent/)).toContainText(endpoint);
    await expect(origin.getByLabel(/^Received/)).toContainText('403');
  });

  await test.step('one click puts a check right, and undo takes it back', async () => {
    const deprecated = check(page, 'No deprecated tool is served');
    await expect(deprecated.getByText('warn', { exact: true })).toBeVisible();
    const before = Number(await score(page).getByText(/^\d+$/).textContent());
    await deprecated.getByRole('button', { name: /^Fix it/ }).click();
    await expect(deprecated.getByText('pass', { exact: true })).toBeVisible();
    const after = Number(await score(page).getByText(/^\d+$/).textContent());
    expect(after).toBeGreaterThanOrEqual(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(deprecated.getByText('warn', { exact: true })).toBeVisible();
  });
});

test('the report is accessible with evidence open, and fits on a phone', async ({ page }) => {
  await openDraft(page, { search: '?tab=report' });
  await score(page).getByText('How the score is calculated').click();
  await check(page, 'Unknown host names are rejected').getByText('Evidence').click();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
});
