import type { Page } from '@playwright/test';
import * as z from 'zod';

import { requestsOf, scriptModel } from '../fakes/model-script.ts';
import { answers, openChat, say } from './setup/chat-page.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

const KEY = 'sk-two-models';

const provider = (model: string, label: string, price?: { input: number; output: number }) => ({
  kind: 'openai-compatible',
  baseUrl: 'https://api.openai.com/v1',
  model,
  label,
  keyVariable: 'MODEL_KEY',
  price,
});

test.use({
  variables: {
    MODEL_PROVIDERS: JSON.stringify([
      provider('model-one', 'Model one'),
      provider('model-two', 'Model two', { input: 3, output: 15 }),
    ]),
    MODEL_KEY: KEY,
  },
});

const GOOD = {
  name: 'get_user',
  title: 'Get a user',
  description: 'Gets one user by id. Use it to look a person up.',
  request: { method: 'GET', url: 'https://api.example.com/users/{id}' },
};

const chosen = (page: Page) => page.getByRole('button', { name: /^Model: / });

/** The models that were asked, in their order. */
function asked(): string[] {
  return requestsOf(KEY).map(({ body }) => z.object({ model: z.string() }).parse(body).model);
}

test('a model is chosen by keyboard, is the one that is asked, and stays chosen', async ({
  page,
}) => {
  scriptModel(KEY, { answers: [{ lines: [{ say: 'Said.' }] }], repeatsLast: true });
  await openChat(page);
  await expect(chosen(page)).toHaveText('Model: Model one');
  await say(page, 'One');
  expect(asked()).toEqual(['model-one']);

  await chosen(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: /^Model one/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: /^Model two/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(chosen(page)).toHaveText('Model: Model two');
  await expect(chosen(page)).toBeFocused();
  await say(page, 'Two');
  expect(asked()).toEqual(['model-one', 'model-two']);
  await expectAccessible(page);

  await page.reload();
  await expect(chosen(page)).toHaveText('Model: Model two');
  await page.waitForLoadState('networkidle');
  await say(page, 'Three');
  expect(asked()).toEqual(['model-one', 'model-two', 'model-two']);
  await expect(answers(page).last()).toContainText('Model two · 1 step · 100 tokens');
  await expect(answers(page).last()).toContainText('about $0.0045');
  await expect(answers(page).first()).toContainText('Model one · 1 step');
  await expect(answers(page).first()).not.toContainText('$');

  // Another chat knows nothing of it.
  await openChat(page);
  await expect(chosen(page)).toHaveText('Model: Model one');
});

test('autopilot works with the model that was chosen, and counts what it used', async ({
  page,
}) => {
  scriptModel(KEY, {
    answers: [
      { lines: [{ call: 'upsert_tool', input: GOOD }] },
      { lines: [{ say: 'The tool is there.' }] },
      { lines: [{ call: 'upsert_tool', input: { ...GOOD, title: 'Get one user' } }] },
      { lines: [{ say: 'It has a better title.' }] },
    ],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/ai-loop');
  await page.getByLabel('Goal').fill('A server for the users of api.example.com');
  await page.getByLabel('Target score').fill('100');
  await page.getByLabel('Maximum rounds').fill('2');
  await chosen(page).click();
  await page.getByRole('menuitemradio', { name: /^Model two/ }).click();
  await expect(chosen(page)).toHaveText('Model: Model two');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();

  await expect(page.getByText(/^All rounds are used/)).toBeVisible();
  expect(asked()).toEqual(['model-two', 'model-two', 'model-two', 'model-two']);
  const first = page.getByRole('article', { name: 'Round 1' });
  await expect(first).toContainText('200 tokens · about $0.0090');
  const total = page.getByText('Tokens', { exact: true }).locator('..');
  await expect(total).toContainText(/400 of 40,000 at most/);
  await expect(page.getByText('Cost', { exact: true }).locator('..')).toContainText('about $0.02');
  await expect(page.getByText('Model', { exact: true }).locator('..')).toContainText('Model two');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Open the server' }).click();
  await expect(chosen(page)).toHaveText('Model: Model two');
});

test('a turn is given back where every model is down and the built-in builder stands in', async ({
  page,
}) => {
  const down = { status: 401 };
  scriptModel(KEY, { answers: [{ lines: [{ say: 'Said.' }] }, down], repeatsLast: true });
  await openChat(page);
  await expect(page.getByText('8 turns left')).toBeVisible();
  await say(page, 'One');
  await expect(page.getByText('7 turns left')).toBeVisible();
  await say(page, 'What can you do?');
  expect(asked()).toEqual(['model-one', 'model-one', 'model-two']);
  await expect(answers(page).last()).toContainText(/Built-in builder · \d step/);
  await page.reload();
  await expect(page.getByText('7 turns left')).toBeVisible();
});
