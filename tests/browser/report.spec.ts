import type { Page } from '@playwright/test';

import { openDraft } from './setup/open-draft.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';

const PHONE = { width: 360, height: 740 };

/** A check among the evidence, below its family. */
const check = (page: Page, title: string) =>
  page
    .locator('li[id^="check-"]')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });
const toFix = (page: Page) => page.getByRole('list', { name: 'To fix' });

test('the verdict is in the header, leads to what it is made of, and changes with a fix and its undo', async ({
  page,
}) => {
  const { id, endpoint } = await openDraft(page);
  const badge = page.getByRole('button', { name: /^3 things to fix ?: open the report/ });
  await badge.click();
  await expect(page.getByRole('tab', { name: 'Report', selected: true })).toBeVisible();
  await expect(page).toHaveURL(/tab=report/);
  await expect(verdict(page).getByRole('heading', { name: '3 things to fix' })).toBeVisible();
  await expect(toFix(page).getByRole('listitem')).toHaveCount(3);
  const families = page.getByRole('region', { name: 'Families of checks' });
  await expect(families.getByRole('button')).toHaveCount(7);

  await test.step('each bar of the chart has its own column, and only the report scrolls', async () => {
    const row = page
      .getByRole('region', { name: 'Families of checks' })
      .getByRole('button')
      .first();
    const lefts = await row.evaluate((button) =>
      Array.from(button.children, (part) => part.getBoundingClientRect().left),
    );
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
    const bar = await row.locator('[aria-hidden]').first().boundingBox();
    expect(bar?.width).toBeGreaterThan(40);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBe(page.viewportSize()?.height);
  });

  await test.step('the badge is a picture of the verdict', async () => {
    const picture = await page.request.get(`/api/drafts/${id}/badge.svg`);
    expect(picture.headers()['content-type']).toContain('image/svg+xml');
    expect(await picture.text()).toContain('3 things to fix');
  });

  await test.step('evidence shows what was sent to the running server and what came back', async () => {
    const origin = check(page, 'Web pages of other origins are rejected');
    await expect(origin.getByText('pass', { exact: true })).toBeVisible();
    await origin.getByText('Evidence').click();
    await expect(origin.getByLabel(/^Sent/)).toContainText(endpoint);
    await expect(origin.getByLabel(/^Received/)).toContainText('403');
  });

  await test.step('one click puts a check right, and undo takes it back', async () => {
    await toFix(page)
      .getByRole('button', { name: /^Fix it/ })
      .click();
    await expect(verdict(page).getByRole('heading', { name: '2 things to fix' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(verdict(page).getByRole('heading', { name: '3 things to fix' })).toBeVisible();
  });

  await test.step('what no edit fixes is left to the builder: its message is prepared', async () => {
    await toFix(page)
      .getByRole('button', { name: /^Ask the builder ?: Descriptions/ })
      .click();
    const composer = page.getByRole('textbox', { name: 'Message' });
    await expect(composer).toHaveValue(/Fix `tools\.saysWhen` in the report\./);
  });
});

test('the report is accessible with evidence open, and fits on a phone', async ({ page }) => {
  await openDraft(page, { search: '?tab=report' });
  await verdict(page).getByText('How this is decided').click();
  await check(page, 'Unknown host names are rejected').getByText('Evidence').click();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
});
