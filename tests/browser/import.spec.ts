import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { expect, expectAccessible, test, untilAlive } from './setup/page-test.ts';

const petstore = readFileSync('tests/specs/petstore-3.0.json', 'utf8');

const composer = (page: Page) => page.getByRole('textbox', { name: 'API document or its address' });
const importButton = (page: Page) =>
  page.getByRole('button', { name: /^(Import|Fetch and import)/ });

async function expectServer(page: Page) {
  await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
  await expect(page.getByText('getPetById').filter({ visible: true }).first()).toBeVisible();
}

test('pasted cURL commands become a server that keeps no credential of them', async ({ page }) => {
  await page.goto('/');
  await composer(page).fill(`# All users
curl "https://api.acme.test/users?limit=5" -H "Authorization: Bearer s3cr3t-value"
curl -X DELETE https://api.acme.test/users/42 -H "Authorization: Bearer s3cr3t-value"`);
  await importButton(page).click();
  await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
  await expect(page.getByText('list_users').first()).toBeVisible();
  await expect(page.getByText('delete_user').first()).toBeVisible();
  await expect(page.getByText('ACME_API_BEARER_TOKEN').first()).toBeVisible();
  await expect(page.getByText('cURL commands').first()).toBeVisible();
  expect(await page.content()).not.toContain('s3cr3t');
});

test('a pasted document becomes a server, and each step is shown while it runs', async ({
  page,
}) => {
  await page.route('**/api/drafts', async (route) => {
    // Holds the answer back until the screen was looked at.
    await seen;
    await route.continue();
  });
  let look: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => (look = resolve));
  await page.goto('/');
  await composer(page).fill(petstore);
  await importButton(page).click();
  const timeline = page.getByRole('region', { name: 'Import' });
  await expect(timeline.getByText('Turn operations into tools')).toBeVisible();
  await expectAccessible(page);
  look();
  await expectServer(page);
});

test('a dropped file becomes a server', async ({ page }) => {
  await page.goto('/');
  await untilAlive(page);
  const transfer = await page.evaluateHandle((text) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], 'petstore.json', { type: 'application/json' }));
    return dropped;
  }, petstore);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('main', type, { dataTransfer: transfer });
  }
  await expect(page.getByText('petstore.json')).toBeVisible();
  await importButton(page).click();
  await expectServer(page);
});

test('a text that is longer than a field can hold is taken as a file', async ({ page }) => {
  const asana = readFileSync('tests/specs/asana-3.0.json', 'utf8');
  await page.goto('/');
  await composer(page).focus();
  await page.evaluate((text) => navigator.clipboard.writeText(text), asana);
  await page.keyboard.press('Control+V');
  await expect(page.getByText('Pasted document.json')).toBeVisible();
  await importButton(page).click();
  await expect(page).toHaveURL(/\/chat\//);
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByRole('searchbox', { name: /Search/ }).fill('getTask');
  await expect(page.getByText('getTask', { exact: true }).first()).toBeVisible();
});

test('with the keyboard only: write, send, stand before the server', async ({ page }) => {
  await page.goto('/');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.insertText(petstore);
  await page.keyboard.press('Control+Enter');
  await expectServer(page);
});

test('a picked file becomes a server, sent by Ctrl Enter from the button that removes it', async ({
  page,
}) => {
  await page.goto('/');
  await untilAlive(page);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await choosing).setFiles('tests/specs/petstore-2.0.yaml');
  await page.getByRole('button', { name: 'Remove petstore-2.0.yaml' }).focus();
  await page.keyboard.press('Control+Enter');
  await expectServer(page);
});

/** What only the server finds out; what is wrong with a document: tests/start/start-screen.screen.test.tsx. */
const BAD: [what: string, text: string, says: RegExp][] = [
  ['a private address', 'https://10.0.0.1/openapi.json', /10\.0\.0\.1|address/i],
  ['the own machine', 'http://localhost:5173/openapi.json', /https|localhost|address/i],
  ['a host that does not exist', 'https://api.nothing.invalid/openapi.json', /nothing\.invalid/i],
  ['broken JSON', '{"openapi": "3.1.0",\n  "info": {,}\n}', /line 2/i],
];

test('an error says what to do, and the text is kept', async ({ page, allowConsoleError }) => {
  allowConsoleError(/status of (4\d\d|50[24])/);
  await page.goto('/');
  for (const [what, text, says] of BAD) {
    await test.step(what, async () => {
      await composer(page).fill(text);
      await importButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible();
      await expect(composer(page)).toHaveValue(text);
    });
  }
  await expectAccessible(page);
  await page.reload();
  await expect(composer(page)).toHaveValue(BAD.at(-1)?.[1] ?? '');
});

test('a pasted Postman collection becomes a server that keeps no credential of it', async ({
  page,
}) => {
  await page.goto('/');
  await composer(page).fill(readFileSync('tests/import/collections/pet-shop-2.1.json', 'utf8'));
  await importButton(page).click();
  await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
  await expect(page.getByText('create_pet_photo').first()).toBeVisible();
  await expect(page.getByText('Postman collection 2.1.0').first()).toBeVisible();
  expect(await page.content()).not.toContain('s3cr3t');
});

test('a document that is sent before the page can recognise one is imported all the same', async ({
  page,
}) => {
  let goOn: () => void = () => undefined;
  const isLate = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/start-words-*.js', async (route) => {
    await isLate;
    await route.continue();
  });
  await page.goto('/');
  await untilAlive(page);
  await composer(page).fill(petstore);
  await page.getByRole('button', { name: /^Build/ }).click();
  await expect(composer(page)).toHaveValue(petstore);
  goOn();
  await expectServer(page);
});

test('where documents cannot be recognised yet, the text stays and can be sent again', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_FAILED/);
  let isLost = true;
  let lost = 0;
  await page.route('**/start-words-*.js', (route) => {
    if (!isLost) return route.continue();
    lost += 1;
    return route.abort();
  });
  await page.goto('/');
  await untilAlive(page);
  await composer(page).fill(petstore);
  await page.getByRole('button', { name: /^Build/ }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(composer(page)).toHaveValue(petstore);
  // A text of many lines arrives as many inputs, each of which asks for the script.
  expect(lost, 'requests for the script').toBeLessThan(20);
  isLost = false;
  await importButton(page).click();
  await expectServer(page);
});

test('a picked file with words begins a chat, which has both', async ({ page }) => {
  await page.goto('/');
  await untilAlive(page);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await choosing).setFiles('tests/specs/petstore-3.0.json');
  await page
    .getByRole('textbox', { name: 'What to do with the document' })
    .fill('Import this document');
  await page.getByRole('button', { name: /^Build/ }).click();
  await expectServer(page);
  const question = page.getByRole('article', { name: 'You' });
  await expect(question).toContainText('Import this document');
  await expect(question.getByRole('link', { name: 'petstore-3.0.json' })).toBeVisible();
  await page.reload();
  await expect(question).toHaveCount(1);
});
