import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

const EXAMPLE = /Add a tool that gets/;

test('a goal is reached in rounds that can be followed, and the server is there', async ({
  page,
}) => {
  await page.goto('/ai-loop');
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: EXAMPLE }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/\/ai-loop\?chat=[\w-]{22}/);

  await expect(page.getByText('The goal is reached.')).toBeVisible();
  const first = page.getByRole('article', { name: 'Round 1' });
  await first.getByText(/^1 tool added; also /).click();
  await first.getByRole('list', { name: 'Changed tools' }).getByText('get_user').click();
  await expect(first.getByRole('region', { name: 'request of get_user' })).toContainText(
    '+ GET /users/{id}',
  );
  await expect(first).toContainText(/9\d of 100/);
  await expect(page.getByText(/^Score by round: round 1: 9\d/)).toBeAttached();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.reload();
  await expect(page.getByText('The goal is reached.')).toBeVisible();
  await page.getByRole('link', { name: 'Open the server' }).click();
  await expect(page.getByRole('heading', { name: 'get_user' })).toBeVisible();
});

test('what the builder does not understand ends the run at once, and is said again', async ({
  page,
}) => {
  await page.goto('/ai-loop');
  await page.getByLabel('Goal').fill('Paint the moon green');
  await page.getByLabel('Target score').fill('100');
  await page.getByLabel('Maximum rounds').fill('6');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('The goal was not understood. Nothing was changed.')).toBeVisible();
  await expect(page.getByRole('article', { name: /^Round/ })).toHaveCount(1);
  const again = page.getByRole('region', { name: 'Rephrase the goal' });
  await expect(again).toContainText('Paint the moon green');
  await expect(again.getByLabel('Goal')).toHaveValue('Paint the moon green');
  await expect(again.getByLabel('Target score')).toHaveValue('100');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  const before = page.url();
  await again.getByLabel('Goal').fill('curl https://api.example.com/orders/7');
  await again.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole('article', { name: 'Round 1' })).toContainText('1 tool added');
});

test('somebody else sees a form, not the loop', async ({ page, browser }) => {
  await page.goto('/ai-loop');
  await page.getByRole('button', { name: EXAMPLE }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/chat=/);
  const stranger = await browser.newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByLabel('Goal')).toBeVisible();
  await expect(stranger.getByRole('article', { name: /^Round/ })).toHaveCount(0);
  await stranger.close();
});
