import type { Page } from '@playwright/test';

import { requestsOf, scriptModel } from '../fakes/model-script.ts';

import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Model keys' });

test('a key is tried, stored, shown by its end only, and removed', async ({
  page,
  allowConsoleError,
}) => {
  // The browser itself notes answers of 502.
  allowConsoleError(/502/);
  const key = `sk-browser-${crypto.randomUUID()}`;
  await signInAs(page);
  await page.goto('/account');
  await section(page)
    .getByRole('button', { name: /^Add: OpenAI/ })
    .click();
  await section(page).getByLabel('Model').fill('gpt-own');
  await section(page).getByLabel('Key', { exact: true }).fill(key);
  await expectAccessible(page);

  await section(page).getByRole('button', { name: 'Test' }).click();
  await expect(section(page).getByRole('alert')).toContainText('rejected the API key');

  scriptModel(key, {
    answers: [{ lines: [{ call: 'report_ready', input: { word: 'ready' } }] }],
  });
  await section(page).getByRole('button', { name: 'Test' }).click();
  await expect(section(page).getByRole('status')).toHaveText('The model answered.');
  expect(requestsOf(key)).toHaveLength(1);

  await section(page).getByLabel('Model').fill('gpt-other');
  await expect(section(page).getByRole('status')).toHaveText('');

  await section(page).getByRole('button', { name: 'Save' }).click();
  await expect(section(page)).toContainText(`key ends in ${key.slice(-4)}`);
  await page.reload();
  await expect(section(page)).toContainText(`key ends in ${key.slice(-4)}`);
  expect(await page.content()).not.toContain(key);

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await section(page)
    .getByRole('button', { name: /^Remove: OpenAI/ })
    .click();
  await expect(section(page).getByText('No key.')).toHaveCount(2);
});
