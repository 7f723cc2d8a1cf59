import type { Page } from '@playwright/test';

import { say } from './setup/chat-page.ts';
import { openDraft } from './setup/open-draft.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const rows = (page: Page) =>
  page
    .getByRole('list', { name: 'Tests', exact: true })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('button', { name: /^Run: / }),
    });

/** Sends the call of "Try it", not the message of the chat beside it. */
async function sendCall(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Arguments of getPetById' });
  await form.getByRole('button', { name: 'Send' }).click();
}

async function saveVersion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save a version' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Pet desk', level: 1 })).toBeVisible();
}

test('a call is saved as a test, which names what a later version broke and keeps it from being published', async ({
  page,
  allowConsoleError,
}) => {
  // The gate, which the browser reports, too.
  allowConsoleError(/status of 409.*publication/);
  // It is one walk from the chat to the gate.
  test.setTimeout(150_000);
  page.setDefaultTimeout(15_000);
  await signInAs(page);
  let chat = '';
  let project = '';

  await test.step('Try it says that a project keeps tests', async () => {
    const { id } = await openDraft(page, { search: '?tab=try&tool=getPetById' });
    chat = `/chat/${id}`;
    await untilAlive(page);
    await sendCall(page);
    await page.getByRole('button', { name: 'Save as test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as test' });
    await expect(dialog.getByText(/save the server as a project first/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const save = page.getByRole('dialog', { name: 'Save as a project' });
    await save.getByLabel('Project name').fill('Pet desk');
    await save.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Pet desk', level: 1 })).toBeVisible();
    project = new URL(page.url()).pathname;
  });

  await test.step('a project without tests says how to get one', async () => {
    await page.goto(`${project}?tab=tests`);
    await untilAlive(page);
    await expect(page.getByText('No tests yet')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('a call of Try it becomes a test that expects what was answered', async () => {
    await page.goto(`${chat}?tab=try&tool=getPetById`);
    await untilAlive(page);
    await sendCall(page);
    await page.getByRole('button', { name: 'Save as test' }).click();
    const dialog = page.getByRole('dialog', { name: 'New test' });
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('getPetById answers');
    const path = await dialog.getByLabel('Path 1').inputValue();
    expect(path).toMatch(/^\$\.\w+$/);
    await expectAccessibleInBothSchemes(page);
    await dialog.getByLabel('Path 1').fill('name');
    await dialog.getByRole('button', { name: 'Save the test' }).click();
    await expect(dialog.getByText(/The path must be a path/)).toBeVisible();
    await dialog.getByLabel('Path 1').fill(path);
    await dialog.getByRole('button', { name: 'Save the test' }).click();
    await expect(page.getByText('Saved the test “getPetById answers”')).toBeVisible();
  });

  await test.step('it passes on the first version', async () => {
    await page.goto(`${project}?tab=tests`);
    await untilAlive(page);
    await expect(rows(page)).toHaveText([/getPetById answers.*Not run/]);
    await page.getByRole('button', { name: 'Run 1 test' }).click();
    await expect(rows(page)).toHaveText([/getPetById answers.*Passed/]);
    await expect(page.getByText('1 passed')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    // What was kept is there without a run.
    await page.reload();
    await untilAlive(page);
    await expect(rows(page)).toHaveText([/getPetById answers.*Passed/]);
  });

  await test.step('a test is duplicated, removed and brought back', async () => {
    await page.getByRole('button', { name: 'Duplicate: getPetById answers' }).click();
    const dialog = page.getByRole('dialog', { name: 'New test' });
    await dialog.getByLabel('Name', { exact: true }).fill('Second');
    await dialog.getByRole('button', { name: 'Save the test' }).click();
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Remove: Second' }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Remove: Second' }).click();
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('the project is set to refuse failing versions, and publishes this one', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    const gate = page.getByRole('checkbox', { name: 'Refuse to publish when a test fails' });
    await gate.click();
    await expect(gate).toBeChecked();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 1' });
    await expect(dialog.getByText('1 passed on the mock upstream')).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish version 1' }).click();
    await expect(page.getByText('Live: version 1')).toBeVisible();
  });

  await test.step('a draft is tested before it is saved', async () => {
    await page.goto(chat);
    await untilAlive(page);
    await say(page, 'Rename getPetById to findPet');
    await page.goto(`${project}?tab=tests`);
    await untilAlive(page);
    const target = page.getByRole('combobox', { name: 'Test on' });
    await target.selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Run 1 test' }).click();
    await expect(rows(page)).toHaveText([/Regression.*It passed on version 1/s]);
  });

  await test.step('the next version is refused, and the window says what it broke', async () => {
    await page.goto(chat);
    await untilAlive(page);
    await saveVersion(page);
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
    const failed = dialog.getByRole('list', { name: 'Failed tests' });
    await expect(failed).toContainText('It passed on version 1.');
    await expect(failed).toContainText('There is no tool named "getPetById".');
    await expect(dialog.getByText('1 failed (1 regression) on the mock upstream')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Publish version 2' }).click();
    await expect(dialog.getByText(/Failed on version 2: “getPetById answers”/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Live: version 1')).toBeVisible();
  });

  await test.step('on a phone nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${project}?tab=tests`);
    await untilAlive(page);
    await expect(rows(page)).toHaveText([/Regression/]);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Edit: getPetById answers' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit the test' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
