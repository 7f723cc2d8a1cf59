import type { Browser, Page } from '@playwright/test';

import { answers, composer, FIRST, openUserChat, say } from './setup/chat-page.ts';
import { expectNothing } from './setup/open-draft.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';

const window = (page: Page) => page.getByRole('dialog', { name: 'Share this chat' });

async function share(page: Page, choice: string) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(window(page).getByText('What others see', { exact: true })).toBeVisible();
  await window(page).getByRole('radio', { name: choice }).click();
  if (choice === 'Public')
    await window(page).getByRole('button', { name: 'Make it public' }).click();
  await expect(window(page).getByRole('textbox', { name: 'Link to this chat' })).toBeVisible();
}

async function visit(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(url);
  await untilAlive(stranger);
  return stranger;
}

test('an unlisted chat is read by who has the link, and remixed into their own', async ({
  page,
  browser,
}) => {
  await openUserChat(page);
  await share(page, 'Unlisted');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const address = await window(page).getByRole('textbox').inputValue();

  const stranger = await visit(browser, address);
  await expect(stranger.getByText(FIRST)).toBeVisible();
  await expect(composer(stranger)).toHaveCount(0);
  await expect(stranger.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await expectAccessible(stranger);
  await stranger.getByRole('button', { name: 'Remix' }).click();
  await expect(stranger).not.toHaveURL(address);
  await expect(composer(stranger)).toBeVisible();
  await say(stranger, 'Rename get_user to find_user');
  await expect(stranger.getByRole('checkbox', { name: /find_user/ })).toBeVisible();
  await stranger.context().close();

  await page.reload();
  await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
});

test('a chat that is private again is nothing to others, and the screen says who may call it', async ({
  page,
  browser,
}) => {
  await openUserChat(page);
  await page.getByRole('tab', { name: 'Use it' }).click();
  await expect(page.getByText('it answers only calls with its token')).toBeVisible();
  await share(page, 'Unlisted');
  const stranger = await visit(browser, page.url());
  await expect(stranger.getByText('get_user').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Calls without a token are answered by the mock')).toBeVisible();

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await window(page).getByRole('radio', { name: 'Private' }).click();
  await expect(window(page).getByRole('textbox')).toHaveCount(0);
  await expectNothing(stranger, page.url());
  await stranger.context().close();
  await page.keyboard.press('Escape');
  await expect(page.getByText('it answers only calls with its token')).toBeVisible();
});

/** Says what the server of a chat is for, past the screens that would cut a credential out of it. */
async function describe(page: Page, id: string, description: string) {
  const draft = await page.request.get(`/api/drafts/${id}`);
  const changed = await page.request.patch(`/api/drafts/${id}`, {
    headers: { 'sec-fetch-site': 'same-origin', 'if-match': draft.headers()['etag'] ?? '' },
    data: { edits: [{ edit: 'setIdentity', description }] },
  });
  expect(changed.status()).toBe(200);
}

test('what looks like a secret keeps a chat from being public', async ({ page }) => {
  const id = await openUserChat(page);
  await describe(page, id, `Users, with the key ghp_${'a1B2'.repeat(9)}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(window(page).getByText('in $.identity.description')).toBeVisible();
  await expect(window(page).getByRole('radio', { name: 'Public' })).toBeDisabled();
  await expect(window(page).getByRole('radio', { name: 'Unlisted' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await describe(page, id, 'Users');
  await share(page, 'Public');
});

test('a fork is a chat of its own, up to the answer it was made from', async ({ page }) => {
  await openUserChat(page);
  await say(page, 'Rename get_user to find_user');
  const before = page.url();
  await answers(page).first().hover();
  await answers(page).first().getByRole('button', { name: 'Fork from here' }).click();
  await expect(page).not.toHaveURL(before);
  await expect(answers(page)).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
  await page.goto(before);
  await expect(answers(page)).toHaveCount(2);
});

test('recent chats stand beside the builder, and are kept open', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openUserChat(page);
  await page.keyboard.press('Control+b');
  const list = page.getByRole('navigation', { name: 'Recent chats' });
  await expect(list.getByRole('link', { name: /Add a tool that gets/ })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(list.getByRole('link', { name: /Add a tool that gets/ })).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(list).toHaveCount(0);
});
