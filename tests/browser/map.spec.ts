import { openDraft } from './setup/open-draft.ts';
import { expect, expectNoSidewaysScroll, test } from './setup/page-test.ts';

test('an import opens on its map; on a phone it leads to setup, and nothing scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDraft(page);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Map');
  await expect(page.getByRole('region', { name: 'Map of the server' })).toBeVisible();
  const note = page.getByText(/Headers of answers are not carried over/);
  await expect(note).toBeHidden();
  await page.getByText(/2 notes about the import/).click();
  await expect(note).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Open setup' }).click();
  await expect(page.getByRole('complementary', { name: 'Setup' })).toBeVisible();
});
