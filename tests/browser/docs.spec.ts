import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';

test('the documentation is searched as one types, and each page fits 360 pixels', async ({
  page,
}) => {
  await page.goto('/docs');
  await expectAccessibleInBothSchemes(page);
  await untilAlive(page);
  const paths = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute('href')!, location.href).pathname),
    );
  expect(paths.length).toBeGreaterThan(12);

  await page.getByRole('searchbox').pressSequentially('docker');
  await page.getByRole('link', { name: 'Run it yourself: Docker and Workers' }).click();
  await expect(page.getByRole('heading', { name: 'Docker and Workers' })).toBeInViewport();
  await page.getByRole('searchbox').fill('zebra');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('No results for “zebra”')).toBeVisible();

  await page.goto('/docs/limits');
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 360, height: 720 });
  for (const path of paths.filter((each) => each.startsWith('/docs/'))) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
  }
  await page.goto('/docs/oauth');
  await page.getByText('All pages').click();
  await expectAccessible(page);
  const pages = page.getByRole('navigation', { name: 'Documentation' });
  await pages.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
});
