import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { findAccount, signInWithGoogle } from '../setup/auth-emulator.ts';

import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';
import { PASSWORD, signInAs } from './setup/sign-in.ts';

/** Signs the same person in with another browser, as a server sees it. */
async function signInElsewhere(baseURL: string | undefined, idToken: string, userAgent: string) {
  const response = await fetch(`${baseURL}/api/session`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${idToken}`,
      'sec-fetch-site': 'same-origin',
      'user-agent': userAgent,
    },
  });
  expect(response.status).toBeLessThan(300);
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

const sessions = (page: Page) =>
  page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');

/** Opens the account and waits for what the page asks for by itself: later it would be refused. */
async function openAccount(page: Page) {
  const answers = ['**/stripe/subscription/status', '**/api/session'].map((url) =>
    page.waitForResponse(url),
  );
  await page.goto('/account');
  await Promise.all(answers);
}

async function typePhrase(page: Page, email: string) {
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole('button', { name: 'Delete account', exact: true }).click();
}

/** What Firebase and our server say about a sign-in of long ago. */
async function refuseAsTooOld(page: Page) {
  let isRefused = false;
  await page.route('**/api/account', async (route) => {
    if (isRefused) return route.continue();
    isRefused = true;
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: {
        type: 'urn:mcp-builder:requires-recent-login',
        title: 'requires_recent_login',
        status: 403,
        detail: 'Please sign in again to continue.',
        requestId: 'r',
      },
    });
  });
}

test('the account shows who is signed in, rendered by the server', async ({ page }) => {
  const { email, localId } = await signInAs(page, { name: 'Ada Lovelace' });
  const html = await (await page.request.get('/account')).text();
  for (const part of ['Ada Lovelace', email, 'This browser']) expect(html).toContain(part);
  await page.goto('/account');
  const profile = page.getByRole('region', { name: 'Profile' });
  await expect(profile).toContainText('Google');
  await expect(profile).toContainText('Verified');
  await expect(profile).toContainText('Free');
  await expect(profile).toContainText(localId);
  await expect(profile.getByText('Member since').locator('..')).toContainText(/20\d\d/);
  await expect(sessions(page)).toHaveCount(1);
  await expect(sessions(page)).toContainText('Chrome on Linux');
});

test('a session elsewhere is listed and can be ended', async ({ page, baseURL }) => {
  const { email } = await signInAs(page);
  // Google's sign-ins of the same second are one sign-in.
  await new Promise((resolve) => void setTimeout(resolve, 1_100));
  const other = await signInWithGoogle(email);
  await signInElsewhere(baseURL, other.idToken, FIREFOX);
  await page.goto('/account');
  await expect(sessions(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'End session: Firefox on Windows' }).click();
  await expect(page.getByText('Ended: Firefox on Windows.')).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
  const refused = await fetch(`${baseURL}/api/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.idToken}`, 'sec-fetch-site': 'same-origin' },
  });
  expect(refused.status).toBe(401);
});

test('signing out here leads to signing in, and from there back', async ({ page }) => {
  await signInAs(page);
  await page.goto('/account');
  await sessions(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('auth_return_url'))).toBe('/account');
  expect((await page.request.get('/account', { maxRedirects: 0 })).status()).toBe(302);
});

test('signing out everywhere asks once more, and leaves nobody signed in', async ({
  page,
  baseURL,
}) => {
  const { email } = await signInAs(page);
  await signInElsewhere(baseURL, (await signInWithGoogle(email)).idToken, FIREFOX);
  await openAccount(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(sessions(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login\?/);
});

test('what is kept of the user is downloaded, and a refusal is explained on the page', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 429/);
  const { email } = await signInAs(page);
  await openAccount(page);
  const download = page.getByRole('link', { name: 'Download', exact: true });
  const downloading = page.waitForEvent('download');
  await download.click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^mcp-builder-.+\.ndjson$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  expect(lines.find((line) => line.startsWith('{"kind":"account"'))).toContain(email);
  expect(lines.at(-1)).toContain('"kind":"end"');
  await page.route('**/api/account/export', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'r', status: 429, detail: 'Wait.', requestId: 'r' },
    }),
  );
  await download.click();
  await expect(page.getByRole('alert')).toHaveText('Wait.');
  await expect(page).toHaveURL('/account');
});

test('deleting leaves nothing', async ({ page }) => {
  const { email, idToken } = await signInAs(page);
  await openAccount(page);
  await typePhrase(page, email);
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await findAccount(email)).toBeNull();
  const refused = await page.request.get('/api/sessions', {
    headers: { authorization: `Bearer ${idToken}` },
  });
  expect(refused.status()).toBe(401);
});

test('a sign-in of long ago is shown again by password before anything is deleted', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 40[013]/);
  const { email } = await signInAs(page, { provider: 'password' });
  await page.goto('/account');
  await refuseAsTooOld(page);
  await typePhrase(page, email);
  await expect(page.getByRole('alert')).toHaveText('Please sign in again to continue.');
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  const go = page.getByRole('button', { name: 'Sign in again and delete' });
  await go.click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect password');
  expect(await findAccount(email)).not.toBeNull();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await go.click();
  await expect(page).toHaveURL('/');
  expect(await findAccount(email)).toBeNull();
});

test('a sign-in of long ago with Google is shown again in the popup', async ({
  page,
  allowConsoleError,
}) => {
  // A look at the plan may come between the deletion and the end of the page.
  allowConsoleError(/status of 40[013]/);
  const { email } = await signInAs(page, { name: 'Grace' });
  await page.goto('/account');
  await refuseAsTooOld(page);
  await typePhrase(page, email);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google and delete' }).click();
  const popup = await opening;
  await popup.locator('.js-reuse-account', { hasText: 'Grace' }).first().click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => findAccount(email)).toBeNull();
});

test('on a phone the page is accessible and fits', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 720 });
  const { email } = await signInAs(page, {
    email: 'a-rather-long-name-for-a-narrow-screen@example.com',
  });
  await signInElsewhere(baseURL, (await signInWithGoogle(email)).idToken, FIREFOX);
  await page.goto('/account');
  await expect(sessions(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
});
