import type { Page } from '@playwright/test';

import { openDraft } from './setup/open-draft.ts';
import { expect, expectAccessible, test } from './setup/page-test.ts';

const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

test('a form made from the schema calls the tool, and shows result, request and latency', async ({
  page,
}) => {
  await openDraft(page, { search: '?tab=try&tool=getPetById' });
  const form = page.getByRole('form', { name: 'Arguments of getPetById' });
  await form.getByLabel('petId').fill('10');
  await send(page);
  await expect(
    result(page)
      .getByText(/\d+ ms/)
      .first(),
  ).toBeVisible();
  await expect(result(page).getByText('Mock upstream')).toBeVisible();
  await expect(result(page).getByText('photoUrls').first()).toBeVisible();
  await expectAccessible(page);
  await result(page).getByText('Request and response').click();
  await expect(result(page).getByText('tools/call').first()).toBeVisible();
  await expect(
    result(page)
      .getByText(/HTTP 200/)
      .first(),
  ).toBeVisible();
});

test('form and JSON show the same arguments', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=getPetById' });
  const form = page.getByRole('form', { name: 'Arguments of getPetById' });
  await form.getByLabel('petId').fill('4711');
  await form.getByText('JSON', { exact: true }).click();
  const json = page.getByRole('textbox', { name: 'Arguments as JSON' });
  await expect(json).toHaveValue(/"petId": 4711/);
  await json.fill('{"petId": 12}');
  await form.getByText('Form', { exact: true }).click();
  await expect(form.getByLabel('petId')).toHaveValue('12');
});

test('broken JSON is told with its place, and not sent', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=getPetById' });
  const form = page.getByRole('form', { name: 'Arguments of getPetById' });
  await form.getByText('JSON', { exact: true }).click();
  const json = page.getByRole('textbox', { name: 'Arguments as JSON' });
  await json.fill('{"petId": }');
  await expect(form.getByRole('alert')).not.toBeEmpty();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await expect(json).toHaveValue('{"petId": }');
});

test('a wrong argument is answered by the server with its name', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=getPetById' });
  const form = page.getByRole('form', { name: 'Arguments of getPetById' });
  await form.getByText('JSON', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Arguments as JSON' }).fill('{"petId": "ten"}');
  await send(page);
  await expect(result(page).getByText(/petId/).first()).toBeVisible();
  await expect(
    result(page)
      .getByText(/integer/)
      .first(),
  ).toBeVisible();
});

test('an object with lists inside is filled in by its form', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=addPet' });
  const form = page.getByRole('form', { name: 'Arguments of addPet' });
  await expect(form.getByText('photoUrls').first()).toBeVisible();
  await form.getByLabel('name', { exact: true }).first().fill('Rex');
  await form.getByText('JSON', { exact: true }).click();
  const json = page.getByRole('textbox', { name: 'Arguments as JSON' });
  await expect(json).toHaveValue(/"name": "Rex"/);
  await send(page);
  await expect(result(page).getByText('Mock upstream')).toBeVisible();
});

test('another tool is found by typing, with the keyboard only, and called', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=addPet' });
  const picker = page.getByRole('combobox', { name: 'Tool' });
  await picker.focus();
  await page.keyboard.type('inventory');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue('getInventory');
  const form = page.getByRole('form', { name: 'Arguments of getInventory' });
  await expect(form).toBeVisible();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    const button = page.getByRole('button', { name: 'Send', exact: true });
    if (await button.evaluate((at) => at === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await expect(result(page).getByText('Mock upstream')).toBeVisible();
});

test('the last calls are kept, and one of them is shown again', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=getPetById' });
  const petId = page.getByRole('form').getByLabel('petId');
  for (const id of ['1', '2']) {
    await petId.fill(id);
    await send(page);
    await expect(
      result(page)
        .getByText(/\d+ ms/)
        .first(),
    ).toBeVisible();
  }
  const history = page.getByRole('region', { name: 'Last calls' });
  await expect(history.getByRole('button')).toHaveCount(2);
  await history.getByRole('button').last().click();
  await expect(petId).toHaveValue('1');
});

test('arguments start with an example, so that the first Send succeeds', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=getPetById' });
  const form = page.getByRole('form', { name: 'Arguments of getPetById' });
  await expect(form.getByLabel('petId')).toHaveValue(/^\d+$/);
  await send(page);
  await expect(result(page).getByText('OK', { exact: true }).first()).toBeVisible();
  await form.getByLabel('petId').fill('77');
  await form.getByRole('button', { name: 'Reset' }).click();
  await expect(form.getByLabel('petId')).not.toHaveValue('77');
});

test('an optional body is there to be filled in, and can be taken out', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=updatePetWithForm' });
  const form = page.getByRole('form', { name: 'Arguments of updatePetWithForm' });
  await expect(form.getByLabel('status', { exact: true })).toBeVisible();
  await form.getByText('JSON', { exact: true }).click();
  const json = page.getByRole('textbox', { name: 'Arguments as JSON' });
  await expect(json).toHaveValue(/"body": \{/);
  await form.getByText('Form', { exact: true }).click();
  await form.getByRole('button', { name: 'Unset body' }).click();
  await form.getByText('JSON', { exact: true }).click();
  await expect(json).not.toHaveValue(/body/);
});

test('what is wrong stands at its field, until it is put right', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=addPet' });
  const form = page.getByRole('form', { name: 'Arguments of addPet' });
  const name = form.getByLabel('name', { exact: true }).first();
  await name.fill('');
  await send(page);
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/^Is required/);
  await expect(form.getByRole('alert')).toHaveText('1 argument is not valid');
  await expectAccessible(page);
  await name.fill('Rex');
  await expect(name).toHaveAttribute('aria-invalid', 'false');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await form.getByText('JSON', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Arguments as JSON' }).fill('{"body": {"photoUrls": 1}}');
  const problems = form.getByRole('list', { name: 'Problems' });
  await expect(problems).toContainText('body.name Is required');
});

test('one label says on each screen that answers come from the mock', async ({ page }) => {
  await openDraft(page, { search: '?tab=try&tool=getPetById' });
  const labels = page.getByTitle(/^Answers are made from the examples/);
  await send(page);
  await expect(result(page).getByTitle(/^Answers are made/)).toHaveText('Mock upstream');
  expect(new Set(await labels.allTextContents())).toEqual(new Set(['Mock upstream']));
});
