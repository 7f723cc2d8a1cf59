import { templates } from '#app/templates/templates.ts';

import { expect, test } from './setup/page-test.ts';

test('each template runs a tool at once', async ({ page }) => {
  for (const { title, upstream } of templates) {
    await test.step(title, async () => {
      await page.goto('/');
      await page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
      await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
      await expect(page.getByText(upstream).first()).toBeVisible();
      await page.getByRole('tab', { name: 'Try it' }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const result = page.getByRole('region', { name: 'Result' });
      await expect(result.getByText('Mock upstream')).toBeVisible();
      await expect(result.getByText('HTTP 200')).toBeVisible();
      await expect(result.getByText('Structured content')).toBeVisible();
    });
  }
});
