import type { Page } from '@playwright/test';

import { signInAnonymously, uniqueEmail } from '../setup/auth-emulator.ts';
import { signInByPopup } from './setup/google-popup.ts';
import { expect, test, untilAlive } from './setup/page-test.ts';
import { openDraft } from './setup/open-draft.ts';
import { postToken, signInAs } from './setup/sign-in.ts';

/** One of each part of the site map that only signed-in users see. */
const PROTECTED = [
  '/my-projects',
  '/projects/p1/runs',
  '/github',
  '/chats',
  '/public-chats',
  '/api-keys',
  '/account',
  '/ACCOUNT',
  '/%61pi-keys',
];

/** A protected address whose screen does not exist. */
const NO_SCREEN = '/projects/none/of/these?tab=runs';

const toLogin = (address: string) =>
  `/login?${new URLSearchParams({ returnUrl: address, reason: 'protected' })}`;

/** Goes to an address of our own without a new document, as a link of the page does. */
function navigateInside(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to);
    history.pushState(null, '', '/terms');
    history.back();
  }, address);
}

test('a signed-out visitor asking for a protected screen is sent to sign in', async ({ page }) => {
  for (const address of PROTECTED) {
    await page.goto(address);
    await expect(page).toHaveURL(toLogin(address));
  }
  await expect(page.getByText('Sign in to continue')).toBeVisible();

  await test.step('a navigation inside the page is guarded like a document', async () => {
    await page.goto('/privacy');
    await untilAlive(page);
    await navigateInside(page, '/chats?page=2');
    await expect(page).toHaveURL(toLogin('/chats?page=2'));
  });
});

test('after signing in they are where they wanted to be, and back does not lead to the login', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 404/);
  await page.goto('/terms');
  await page.goto(NO_SCREEN);
  await signInByPopup(page, { email: uniqueEmail(), name: 'Ada Lovelace' });
  await expect(page).toHaveURL(NO_SCREEN);
  // No such screen: that is told to who may know.
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Ada Lovelace' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/terms');
});

test('a guarded address without a screen answers 404 to a password user whose address is verified', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 404/);
  await signInAs(page, { provider: 'password', verified: true });
  const response = await page.goto(NO_SCREEN);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page).toHaveURL(NO_SCREEN);
});

test('who is signed in as nobody in particular signs in, and an address is verified first', async ({
  page,
}) => {
  await page.goto('/robots.txt');
  await postToken(page, (await signInAnonymously()).idToken);
  await page.goto('/account');
  await expect(page).toHaveURL(toLogin('/account'));
  await signInAs(page, { provider: 'password', verified: false });
  await page.goto('/api-keys');
  await expect(page).toHaveURL('/email-login?reason=unverified');
});

/** As if no token had been shown for longer than a session stays fresh. */
const MAKE_STALE = 'UPDATE sessions SET synced_at = synced_at - 7200000 WHERE uid = ?';

test('a stale session gets a page without data, which shows a token and goes on', async ({
  page,
  site,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 404/);
  const { localId, email } = await signInAs(page, { name: 'Grace Hopper' });
  const find = site.env.DB.prepare('SELECT id FROM sessions WHERE uid = ?').bind(localId);
  const { id } = (await find.first<{ id: string }>())!;
  expect(await (await page.request.get('/account')).text()).toContain(id);
  await site.env.DB.prepare(MAKE_STALE).bind(localId).run();
  const shell = await page.request.get('/account');
  expect(shell.status()).toBe(200);
  // Not by way of the login.
  expect(new URL(shell.url()).pathname).toBe('/account');
  expect(await shell.text()).not.toContain(id);
  const posted = page.waitForRequest('**/api/session');
  await page.goto('/account');
  expect((await posted).method()).toBe('POST');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/account');
  const { state } = (await site.env.DB.prepare(
    "SELECT CASE WHEN synced_at > ? THEN 'fresh' ELSE 'stale' END AS state FROM sessions WHERE uid = ?",
  )
    .bind(Date.now() - 60_000, localId)
    .first<{ state: string }>())!;
  expect(state, `session of ${email}`).toBe('fresh');
});

test('a stale session sees nothing of its private chat until it has shown a token', async ({
  page,
  site,
}) => {
  const { localId } = await signInAs(page);
  const { id, blueprint } = await openDraft(page, { search: '?tab=tools' });
  const [first] = blueprint.tools;
  const row = page.getByRole('checkbox', { name: `Serve ${first?.name}` });
  await expect(row).toBeVisible();
  await site.env.DB.prepare(MAKE_STALE).bind(localId).run();
  const shell = await page.request.get(`/chat/${id}`);
  expect(shell.status()).toBe(200);
  expect(await shell.text()).not.toContain(first?.name);
  await page.goto(`/chat/${id}?tab=tools`);
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
});

test('a stale session whose token is refused leads to the login', async ({
  page,
  site,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 401/);
  const { localId } = await signInAs(page);
  await site.env.DB.prepare(MAKE_STALE).bind(localId).run();
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 401 }) : route.continue(),
  );
  await page.goto('/account');
  await expect(page).toHaveURL(toLogin('/account'));
  await expect(page.getByText('Your session has ended. Please sign in again')).toBeVisible();
});
