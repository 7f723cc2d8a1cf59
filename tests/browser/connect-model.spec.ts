import { createServer, type Server } from 'node:http';

import type { Page } from '@playwright/test';

import { toOpenAiEvents } from '../fakes/model-openai.ts';
import { requestsOf, scriptModel } from '../fakes/model-script.ts';
import { answers, composer, openChat, say, settled } from './setup/chat-page.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const CALL = { lines: [{ call: 'report_ready', input: { word: 'ready' } }] };
const HELLO = { lines: [{ say: 'Hello from your model.' }] };

/** What the built-in builder can do nothing with. */
const MISS = 'Mumble grumble.';

const trigger = (page: Page) => page.getByRole('button', { name: /^Model: / });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Connect a model' });
const newKey = () => `sk-sheet-${crypto.randomUUID()}`;

async function openSheet(page: Page): Promise<void> {
  await trigger(page).click();
  await page.getByRole('menuitem', { name: 'Connect a model…' }).click();
  await expect(sheet(page)).toBeVisible();
}

/** Fills in the sheet for OpenAI, with a key and a model. */
async function fillIn(page: Page, key: string, model = 'gpt-own'): Promise<void> {
  await sheet(page).getByRole('radio', { name: 'OpenAI', exact: true }).check();
  await sheet(page).getByLabel('API key').fill(key);
  await sheet(page).getByLabel('Model', { exact: true }).fill(model);
}

test('a guest connects a model in the chat, it answers in this tab, and is forgotten', async ({
  page,
  context,
}) => {
  const key = newKey();
  scriptModel(key, { answers: [CALL, HELLO, HELLO], repeatsLast: true });
  await openChat(page);
  await expect(trigger(page)).toHaveText('Model: Built-in builder · connect a model');
  await openSheet(page);
  await expectAccessible(page);
  await fillIn(page, key);
  await sheet(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(trigger(page)).toHaveText('Model: gpt-own');

  await say(page, 'Hello');
  await expect(answers(page)).toContainText('Hello from your model.');
  await page.reload();
  await expect(trigger(page)).toHaveText('Model: gpt-own');
  await page.waitForLoadState('networkidle');
  await say(page, 'Once more');
  await expect(answers(page)).toHaveCount(2);
  expect(requestsOf(key)).toHaveLength(3);
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), document.cookie]),
  );
  expect(stored).not.toContain(key);

  // Another tab of the same guest has nothing of it.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(trigger(other)).toHaveText('Model: Built-in builder · connect a model');
  await other.close();

  await trigger(page).click();
  await page.getByRole('menuitem', { name: 'Forget the key in this tab' }).click();
  await expect(trigger(page)).toHaveText('Model: Built-in builder · connect a model');
  expect(await page.evaluate(() => sessionStorage.getItem('connected-model'))).toBeNull();
});

test('a model that is connected on the start page answers the first message', async ({ page }) => {
  const key = newKey();
  scriptModel(key, { answers: [CALL, HELLO], repeatsLast: true });
  await page.goto('/');
  await expect(trigger(page)).toHaveText('Model: Built-in builder · connect a model');
  await trigger(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Connect a model…' }).press('Enter');
  await fillIn(page, key);
  await sheet(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(trigger(page)).toHaveText('Model: gpt-own');
  const field = page.getByRole('textbox', { name: 'API document or its address' });
  await field.fill('I would like something for my birds');
  await page.getByRole('button', { name: /^Build/ }).click();
  await expect(answers(page)).toContainText('Hello from your model.');
  await settled(page);
  await expect(trigger(page)).toHaveText('Model: gpt-own');
});

test('the sheet says exactly what failed, and lists what the provider offers', async ({ page }) => {
  const key = newKey();
  const models = [{ id: 'gpt-own' }, { id: 'gpt-other' }, { id: 'text-embedding-3-small' }];
  await openChat(page);
  await openSheet(page);
  await fillIn(page, key);
  const alert = sheet(page).getByRole('alert');
  const tryIt = () => sheet(page).getByRole('button', { name: 'Test', exact: true }).click();
  await tryIt();
  await expect(alert).toContainText('api.openai.com rejected the API key (401).');

  const noTools = { status: 400, message: 'gpt-own does not support tools' };
  scriptModel(key, { answers: [{ status: 404 }, noTools, CALL], models });
  await tryIt();
  await expect(alert).toContainText('does not know the model "gpt-own"');
  await tryIt();
  await expect(alert).toContainText('cannot call tools');
  await expectAccessible(page);
  await tryIt();
  await expect(alert).toHaveCount(0);
  await expect(sheet(page).getByText('The model calls tools')).toContainText('');
  await expect(sheet(page).getByRole('listitem').filter({ hasText: '(done)' })).toHaveCount(4);

  await sheet(page).getByRole('button', { name: 'Load model list' }).click();
  await expect(sheet(page).getByText('2 models listed by OpenAI.')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'gpt-other' }).click();
  await expect(sheet(page).getByLabel('Model', { exact: true })).toHaveValue('gpt-other');

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
});

test('who is signed in keeps the key in the account', async ({ page }) => {
  const key = newKey();
  scriptModel(key, { answers: [CALL, HELLO], repeatsLast: true });
  await signInAs(page);
  await page.goto('/');
  await openSheet(page);
  await expect(sheet(page)).toContainText('Stored encrypted in your account');
  await fillIn(page, key);
  await sheet(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(trigger(page)).toHaveText('Model: gpt-own');
  await page.goto('/account');
  await expect(page.getByRole('region', { name: 'Model keys' })).toContainText(key.slice(-4));
});

test('after a miss of the built-in builder the answer offers a model, and asks it', async ({
  page,
}) => {
  const key = newKey();
  scriptModel(key, { answers: [CALL, HELLO], repeatsLast: true });
  await openChat(page);
  await say(page, 'Add a tool that gets https://api.example.com/users/{id} and returns name');
  const offer = page.getByRole('button', { name: 'Connect a model', exact: true });
  await expect(offer).toHaveCount(0);
  await say(page, MISS);
  await expectAccessible(page);
  await offer.click();
  await fillIn(page, key);
  await sheet(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Ask gpt-own' }).click();
  await expect(answers(page).last()).toContainText('Hello from your model.');
  await settled(page);
  await expect(composer(page)).toBeVisible();
});

test.describe('on the own machine', () => {
  let server: Server;
  let baseUrl = '';

  test.beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/v1/models') {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'local-one' }] }));
        return;
      }
      void (async () => {
        let text = '';
        for await (const chunk of request) text += String(chunk);
        const isTrial = text.includes('report_ready');
        response.setHeader('content-type', 'text/event-stream');
        const lines = isTrial ? CALL.lines : [{ say: 'Hello from next door.' }];
        for await (const event of toOpenAiEvents(JSON.parse(text), lines, 'stop')) {
          response.write(event);
        }
        response.end();
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port.');
    baseUrl = `http://127.0.0.1:${address.port}/v1`;
  });
  test.afterAll(() => void server.close());

  test('a local server is connected without a key', async ({ page }) => {
    await openChat(page);
    await openSheet(page);
    await sheet(page)
      .getByRole('radio', { name: /^Ollama/ })
      .check();
    await sheet(page).getByLabel('Base URL').fill(baseUrl);
    await sheet(page).getByRole('button', { name: 'Load model list' }).click();
    await sheet(page).getByRole('button', { name: 'local-one' }).click();
    await sheet(page).getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(trigger(page)).toHaveText('Model: local-one');
    await say(page, 'Hello');
    await expect(answers(page)).toContainText('Hello from next door.');
  });
});
