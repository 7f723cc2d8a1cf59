import type { Page } from '@playwright/test';

import { answers, composer, openUserChat, questions, settled } from './setup/chat-page.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';

const KEY = `glpat-${'a1B2c3D4'.repeat(3)}`;
const REFERENCE = '{secret:GITLAB_TOKEN}';

const start = (page: Page) => page.getByRole('textbox', { name: 'API document or its address' });
const offers = (page: Page) => page.getByRole('list', { name: 'Secrets that were taken out' });

/** All that the page and its storage hold. */
const readPage = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      location.href,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      [...document.querySelectorAll('textarea')].map(({ value }) => value),
    ]),
  );

test('a key that is typed on the first screen is not sent, and nothing of it survives a reload', async ({
  page,
}) => {
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postData() ?? ''));
  await page.goto('/');
  await untilAlive(page);
  await start(page).fill(
    `Add a tool that gets https://api.example.com/users/{id} and returns name and email. My token is ${KEY}`,
  );
  await page.getByRole('button', { name: /^Build/ }).click();
  await expect(offers(page)).toContainText('This looks like a GitLab token');
  await expect(offers(page)).toContainText('It was not sent');
  await expect(questions(page).first()).toContainText(REFERENCE);
  await settled(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  expect(bodies.join()).not.toContain(KEY);
  expect(await readPage(page)).not.toContain(KEY);
  await page.reload();
  await untilAlive(page);
  await expect(answers(page)).toHaveCount(1);
  await expect(offers(page)).toHaveCount(0);
  expect(await readPage(page)).not.toContain(KEY);
});

test('the key of a pasted command becomes a secret with one click', async ({ page }) => {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PUT') bodies.push(request.postData() ?? '');
  });
  await page.goto('/');
  await untilAlive(page);
  await start(page).fill(
    `curl -H "Authorization: Bearer ${KEY}" "https://api.example.com/users?page=1"`,
  );
  await page.getByRole('button', { name: /^Import/ }).click();
  const use = offers(page).getByRole('button', { name: /^Use as / });
  await expect(offers(page)).toContainText('This looks like a GitLab token');
  const set = page.waitForResponse((response) => response.request().method() === 'PUT');
  await use.click();
  expect((await set).status()).toBe(200);
  await expect(offers(page)).toHaveCount(0);
  expect(bodies.join()).not.toContain(KEY);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const draft = await page.request.get(`/api/drafts/${id}`);
  expect(await draft.json()).toMatchObject({ secrets: [{ isSet: true }] });
  await page.reload();
  await untilAlive(page);
  expect(await readPage(page)).not.toContain(KEY);
});

test('a key is offered as well where only the server recognised it', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/cut-credentials/);
  await page.route(/cut-credentials/, (route) => route.abort());
  await openUserChat(page);
  await composer(page).fill(`Which tools write? ${KEY}`);
  await composer(page).press('Enter');
  await expect(offers(page)).toContainText('taken out before it was stored');
  await expect(questions(page).last()).toContainText(REFERENCE);
  await settled(page);
  expect(await readPage(page)).not.toContain(KEY);
});
