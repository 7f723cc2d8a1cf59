import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

for (const [path, title, day, section, sibling] of [
  ['/terms', 'Terms of Service', '21', 'Generated code and licences', 'Privacy Policy'],
  ['/privacy', 'Privacy Policy', '23', 'Cookies and storage in your browser', 'Terms of Service'],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${path} on a ${colorScheme} device`, () => {
      test.use({ colorScheme });

      test('is read, found in and left, on wide and narrow screens', async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(page.getByText(`Last changed on November ${day}, 2026`)).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('navigation', { name: 'Contents' }).getByText(section).click();
        await expect(page.getByRole('heading', { name: section })).toBeInViewport();
        await page.setViewportSize({ width: 360, height: 720 });
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.getByRole('main').getByRole('link', { name: sibling }).last().click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(sibling);
      });
    });
  }
}

test('every contents line leads to a section that exists', async ({ page }) => {
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path);
    const targets = await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(targets.length).toBeGreaterThan(8);
    for (const target of targets) await expect(page.locator(target)).toHaveCount(1);
  }
});

test('without analytics there is nothing to agree to', async ({ page }) => {
  await page.goto('/privacy#analytics');
  await expect(page.getByText('This installation has no analytics set up')).toBeVisible();
});

test('what the chat keeps, and who receives it, is in the privacy policy', async ({ page }) => {
  await page.goto('/privacy');
  const server = page.getByRole('table', { name: 'What the server keeps' });
  for (const kept of [/conversation of each draft/, /turns of the builder/, /own keys of model/])
    await expect(server).toContainText(kept);
  await expect(page.getByRole('table', { name: 'What your browser keeps' })).toContainText(
    'first-message',
  );
  await expect(page.getByText('The company whose model answers you')).toBeVisible();
});

test('every cookie that the pages set is in the privacy policy', async ({ page, context }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.goto('/privacy');
  const table = await page.getByRole('table', { name: 'What your browser keeps' }).textContent();
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(0);
  for (const { name } of cookies) expect(table).toContain(name);
});
