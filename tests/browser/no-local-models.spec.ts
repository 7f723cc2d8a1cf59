import { openChat } from './setup/chat-page.ts';
import { expect, expectAccessible, test } from './setup/page-test.ts';

test.use({ variables: { LOCAL_MODELS: 'off' } });

test('where local models are not allowed the sheet says so, and what helps', async ({ page }) => {
  await openChat(page);
  await page.getByRole('button', { name: /^Model: / }).click();
  await page.getByRole('menuitem', { name: 'Connect a model…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Connect a model' });
  await sheet.getByRole('radio', { name: /^LM Studio/ }).check();
  await expect(sheet.getByRole('alert')).toContainText('does not call localhost');
  await expect(sheet.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await sheet.getByLabel('Base URL').fill('https://models.example.net/v1');
  await expect(sheet.getByRole('alert')).toHaveCount(0);
});
