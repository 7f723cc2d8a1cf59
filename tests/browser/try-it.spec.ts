import type { Page } from '@playwright/test';

import { openDraft } from './setup/open-draft.ts';
import { expect, expectAccessible, test } from './setup/page-test.ts';

const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

test('a form made from the schema calls the tool, and shows result, request and latency', async ({
  page,
}) => {
  await openDraft(page, { search: '?tab=try&tool=getPetById' });
  const labels = page.getByTitle(/^Answers are made from the examples/);
  const form = page.getByRole('form', { name: 'Arguments of getPetById' });
  await form.getByLabel('petId').fill('10');
  await send(page);
  const latency = result(page).getByText(/\d+ ms/);
  await expect(latency.first()).toBeVisible();
  await expect(result(page).getByText('photoUrls').first()).toBeVisible();
  await test.step('one label says on each screen that answers come from the mock', async () => {
    await expect(result(page).getByTitle(/^Answers are made/)).toHaveText('Mock upstream');
    expect(new Set(await labels.allTextContents())).toEqual(new Set(['Mock upstream']));
  });
  await expectAccessible(page);
  await result(page).getByText('Request and response').click();
  await expect(result(page).getByText('tools/call').first()).toBeVisible();
  const status = result(page).getByText(/HTTP 200/);
  await expect(status.first()).toBeVisible();

  await test.step('a wrong argument is answered by the server with its name', async () => {
    await form.getByText('JSON', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Arguments as JSON' }).fill('{"petId": "ten"}');
    await send(page);
    await result(page).getByText('Result', { exact: true }).click();
    await expect(
      result(page)
        .getByText(/petId.*integer/)
        .first(),
    ).toBeVisible();
    // With a problem at the field, too.
    await expectAccessible(page);
  });
});
