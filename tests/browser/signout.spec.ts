import type { Page } from '@playwright/test';

import { uniqueEmail } from '../setup/auth-emulator.ts';
import { signInByPopup } from './setup/google-popup.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const account = (page: Page) => page.getByRole('button', { name: /^Account of / });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const html = async (page: Page) => (await page.request.get('/')).text();

/** Answers every request to end the session with this status. */
async function breakSignOut(page: Page, status: number) {
  await page.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status }) : route.continue(),
  );
}

/**
 * The page's clock stops before this answer to ending the session, counted from 1, so that the
 * outcome stays for as long as the test wants.
 */
async function stopClockAtAnswer(page: Page, wanted: number) {
  let count = 0;
  await page.clock.install();
  await page.route('**/api/session', async (route) => {
    if (route.request().method() === 'DELETE') {
      count += 1;
      if (count === wanted) await page.clock.pauseAt(Date.now() + 1_000);
    }
    await route.fallback();
  });
}

test('signing out says so, ends the session on the server, and goes home', async ({ page }) => {
  await signInAs(page, { name: 'Grace Hopper' });
  expect(await html(page)).toContain('Grace Hopper');
  // Firebase's SDK ends the session, then we do, to learn whether that was done.
  await stopClockAtAnswer(page, 2);
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Signed out successfully');
  await page.clock.runFor(1_400);
  await expect(page).toHaveURL('/signout');
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/');
  expect(await html(page)).not.toContain('Grace Hopper');
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('while it lasts, the screen says that it signs out', async ({ page }) => {
  await signInAs(page);
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/session', async (route) => {
    if (route.request().method() === 'DELETE') await isAnswered;
    await route.continue();
  });
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Signing out...');
  await expect(page.getByRole('link', { name: 'Sign In Again' })).toHaveAttribute('href', '/login');
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
  answer();
  await expect(heading(page)).toHaveText('Signed out successfully');
});

test('a sign-out that fails says so, and goes home after 3 s', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 500/);
  await signInAs(page);
  await breakSignOut(page, 500);
  await stopClockAtAnswer(page, 1);
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Sign out failed');
  await expect(page.getByRole('alert')).toHaveText('Failed to sign out. Please try again.');
  await page.clock.runFor(2_900);
  await expect(page).toHaveURL('/signout');
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/');
});

test('both outcomes are accessible', async ({ page, allowConsoleError }) => {
  allowConsoleError(/status of 500/);
  await signInAs(page);
  // Looking may take longer than the outcome is shown: these timers never end.
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const startOthers = (work: () => void, ms?: number) =>
      ms === 1_500 || ms === 3_000 ? 0 : start(work, ms);
    Object.assign(window, { setTimeout: startOthers });
  });
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Signed out successfully');
  await expectAccessible(page);

  await signInAs(page);
  await breakSignOut(page, 500);
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Sign out failed');
  await expectAccessible(page);
  await expect(page).toHaveURL('/signout');
});

test('without a network nobody is signed out, and that is said', async ({
  page,
  allowConsoleError,
}) => {
  // The SDK's own post, which it does not look after.
  allowConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await signInAs(page);
  await page.route('**/api/session', (route) => route.abort('internetdisconnected'));
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Sign out failed');
  await expect(page).toHaveURL('/');
  await expect(account(page)).toBeVisible();
});

test('a session that the server could not end is still named, and can be ended later', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of (401|500)/);
  await signInAs(page, { name: 'Grace Hopper' });
  await breakSignOut(page, 500);
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Sign out failed');
  await expect(page).toHaveURL('/');
  await expect(account(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveCount(0);
  expect(await html(page)).toContain('Grace Hopper');
  await page.unroute('**/api/session');
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Signed out successfully');
  expect(await html(page)).not.toContain('Grace Hopper');
});

test('a sign-out that hangs is given up', async ({ page }) => {
  await signInAs(page);
  await page.clock.install();
  await page.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? undefined : route.continue(),
  );
  const asked = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Signing out...');
  await asked;
  await page.clock.fastForward(31_000);
  await expect(heading(page)).toHaveText('Sign out failed');
});

test('a token that is still on its way when somebody signs out brings no session back', async ({
  page,
}) => {
  await signInAs(page, { name: 'Grace Hopper' });
  await page.route('**/api/session', async (route) => {
    const isPost = route.request().method() === 'POST';
    if (isPost) await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.goto('/signout');
  await expect(heading(page)).toHaveText('Signed out successfully');
  await expect(page).toHaveURL('/');
  expect(await html(page)).not.toContain('Grace Hopper');
});

test('the menu says who is signed in and on which plan, and signs out to come back later', async ({
  page,
}) => {
  const email = uniqueEmail();
  await signInAs(page, { email, name: 'Grace Hopper' });
  await page.goto('/terms?e=5');
  await account(page).click();
  const menu = page.locator('#user-menu');
  await expect(menu.getByText('Grace Hopper')).toBeVisible();
  await expect(menu.getByText(email)).toBeVisible();
  await expect(menu.getByText('free')).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await html(page)).not.toContain('Grace Hopper');
  await signInByPopup(page, { email: uniqueEmail() });
  await expect(page).toHaveURL('/terms?e=5');
});

test('before the page is alive, the menu leads to signing out', async ({ page }) => {
  await signInAs(page, { name: 'Grace Hopper' });
  let start = () => {};
  const isStarted = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isStarted;
    await route.continue();
  });
  await page.goto('/terms', { waitUntil: 'commit' });
  await account(page).click();
  await page.getByRole('link', { name: 'Sign out' }).click({ noWaitAfter: true });
  await page.waitForURL('/signout', { waitUntil: 'commit' });
  start();
  await expect(heading(page)).toHaveText('Signed out successfully');
  expect(await html(page)).not.toContain('Grace Hopper');

  await test.step('who is signed out already may sign out', async () => {
    await page.goto('/signout');
    await expect(heading(page)).toHaveText('Signed out successfully');
    await page.getByRole('link', { name: 'Sign In Again' }).click();
    await expect(page).toHaveURL('/login');
  });
});

test('the menu leads to the account and to the token, by keyboard too', async ({ page }) => {
  await signInAs(page);
  await page.goto('/terms');
  await account(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Subscription' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'API keys' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'ID token' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'ID token' })).toBeHidden();
  await account(page).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.locator('#user-menu')).toBeHidden();
});

test('a sign-out from the menu that fails says so in the menu', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await signInAs(page);
  // Until the page is alive the menu leads to the screen for signing out.
  await page.goto('/terms');
  await untilAlive(page);
  await account(page).click();
  await page.route('**/api/session', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to sign out. Please try again.');
  await expect(page).toHaveURL('/terms');
});
