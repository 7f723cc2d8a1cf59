import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';

for (const [path, title, section, sibling] of [
  ['/terms', 'Terms of Service', 'Generated code and licences', 'Privacy Policy'],
  ['/privacy', 'Privacy Policy', 'Cookies and storage in your browser', 'Terms of Service'],
] as const) {
  test(`${path} is read, found in and left, on wide and narrow screens`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('navigation', { name: 'Contents' }).getByText(section).click();
    await expect(page.getByRole('heading', { name: section })).toBeInViewport();
    await page.setViewportSize({ width: 360, height: 720 });
    await expectAccessibleInBothSchemes(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('main').getByRole('link', { name: sibling }).last().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sibling);
  });
}

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
