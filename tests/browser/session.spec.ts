import type { Page, Request } from '@playwright/test';

import { deleteAccount, uniqueEmail, updateAccount } from '../setup/auth-emulator.ts';
import { addGoogleAccount, openPopup, signInByPopup } from './setup/google-popup.ts';
import { expect, test } from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const NETWORK = 'Network error. Please check your connection and try again.';

const account = (page: Page) => page.getByRole('button', { name: /^Account of / });
const signInLink = (page: Page) => page.getByRole('link', { name: 'Sign in', exact: true });

const isSync = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/session';
const isRefresh = (request: Request) => request.url().includes('/v1/token');

test('signing in by popup violates no content policy, in no window', async ({
  page,
  context,
  allowConsoleError,
}) => {
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (what: string) => void violations.push(what));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const report: unknown = Reflect.get(globalThis, 'reportViolation');
      if (typeof report === 'function') report(`${violatedDirective} ${blockedURI}`);
    });
  });
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Continue with Google' });
  const popup = await openPopup(page, () => button.click());
  // Google shows its list of accounts even to who is signed in to one.
  expect(decodeURIComponent(popup.url())).toContain('"prompt":"select_account"');
  await addGoogleAccount(popup, { email: uniqueEmail(), name: 'Ada Lovelace' });
  await expect(page).toHaveURL('/');
  await expect(account(page)).toBeVisible();
  await page.reload();
  await expect(account(page)).toBeVisible();
  expect(violations).toEqual([]);
  // Had there been one, it would have been seen.
  allowConsoleError(/other\.example/);
  await page.evaluate(() => void (new Image().src = 'https://other.example/pixel.png'));
  await expect.poll(() => violations).toEqual(['img-src https://other.example/pixel.png']);
});

test('the server greets by the first byte whom the browser knows', async ({ page }) => {
  await signInAs(page, { name: 'Grace Hopper' });
  const html = await (await page.request.get('/')).text();
  expect(html).toContain('Account of Grace Hopper');
  await page.goto('/');
  await expect(account(page)).toBeVisible();
});

test('a session that is ended elsewhere ends here at the next load', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 401/);
  const { idToken } = await signInAs(page);
  await page.goto('/');
  await expect(account(page)).toBeVisible();
  const revoked = await fetch(new URL('/api/sessions', page.url()), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${idToken}` },
  });
  expect(revoked.status).toBe(204);
  await page.reload();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(signInLink(page)).toBeVisible();
  await page.goto('/account');
  await expect(page).toHaveURL(/^[^?]*\/login\?/);
});

test('signing out in one tab signs out the other', async ({ page, context, allowConsoleError }) => {
  // The other tab may have asked for the plan just then.
  allowConsoleError(/status of 401/);
  await signInAs(page);
  await page.goto('/');
  await expect(account(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/signout');
  await expect(other.getByText('Signed out successfully')).toBeVisible();
  await expect(signInLink(page)).toBeVisible();
  await page.goto('/account');
  await expect(page).toHaveURL(/^[^?]*\/login\?/);
});

/** What the console can do to an account. */
const ENDINGS: Record<string, (uid: string) => Promise<void>> = {
  'was disabled': (uid) => updateAccount(uid, { disableUser: true }),
  'was deleted': deleteAccount,
  'had their tokens ended': (uid) =>
    updateAccount(uid, { validSince: String(Math.floor(Date.now() / 1_000) + 1) }),
};

test('a user whose account or tokens are ended is signed out at the next load', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 400/);
  for (const [what, end] of Object.entries(ENDINGS)) {
    await test.step(what, async () => {
      const { localId } = await signInAs(page);
      await page.goto('/');
      await expect(account(page)).toBeVisible();
      await end(localId);
      await page.reload();
      await expect(signInLink(page)).toBeVisible();
      const html = async () => (await page.request.get('/')).text();
      await expect.poll(html).not.toContain('Account of');
    });
  }
});

const GOOGLE = /\/(identitytoolkit|securetoken)\.googleapis\.com\//;

/** What Google answers while a service of it is away: in JSON, as everything else. */
const AWAY = {
  status: 503,
  headers: { 'access-control-allow-origin': '*' },
  json: { error: { code: 503, message: 'The service is currently unavailable.', errors: [] } },
};

test('an outage of Google at a load signs nobody out', async ({ page, allowConsoleError }) => {
  allowConsoleError(/status of 503/);
  await signInAs(page, { name: 'Grace Hopper' });
  await page.route(GOOGLE, (route) => route.fulfill(AWAY));
  const asked = page.waitForResponse((response) => GOOGLE.test(response.url()));
  await page.goto('/');
  expect((await asked).status()).toBe(503);
  await expect(account(page)).toBeVisible();
  await page.unroute(GOOGLE);
  // Had the browser forgotten the user, the server would have been told by now.
  const synced = page.waitForResponse((response) => isSync(response.request()));
  await page.reload();
  expect((await synced).status()).toBe(204);
  await expect(account(page)).toBeVisible();
});

test('a session that is lost during an outage of Google comes back after it', async ({
  page,
  context,
  allowConsoleError,
}) => {
  allowConsoleError(/status of (503|401)/);
  await signInAs(page, { name: 'Grace Hopper', tokenAge: 600 });
  await context.clearCookies();
  let refreshes = 0;
  await page.route(GOOGLE, (route) => {
    refreshes += Number(isRefresh(route.request()));
    return route.fulfill(AWAY);
  });
  await page.goto('/');
  await expect.poll(() => refreshes).toBeGreaterThan(1);
  await expect(page.getByText('Your session has ended.')).toBeHidden();
  await page.unroute(GOOGLE);
  const html = async () => (await page.request.get('/')).text();
  await expect.poll(html).toContain('Account of Grace Hopper');
  await expect(account(page)).toBeVisible();
});

test('the token is refreshed five minutes before it expires, not earlier', async ({ page }) => {
  await page.clock.install();
  await signInAs(page);
  const refreshes: string[] = [];
  page.on('request', (request) => isRefresh(request) && refreshes.push(request.url()));
  const synced = page.waitForRequest(isSync);
  await page.goto('/');
  await synced;
  await expect(account(page)).toBeVisible();
  await page.clock.fastForward('54:00');
  await page.waitForTimeout(500);
  expect(refreshes).toEqual([]);
  const refreshed = page.waitForResponse((response) => isRefresh(response.request()));
  await page.clock.fastForward('01:30');
  expect((await refreshed).status()).toBe(200);
});

test('a sync that is slow keeps nobody from signing in', async ({ page }) => {
  await page.route('**/api/session', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_900));
    await route.continue();
  });
  await page.goto('/login');
  await signInByPopup(page, { email: uniqueEmail() });
  await expect(page).toHaveURL('/');
  await expect(account(page)).toBeVisible();
});

test('a sync that fails leaves the browser signed in, and protected screens out of reach', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 500/);
  let posts = 0;
  await page.route('**/api/session', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posts += 1;
    return route.fulfill({ status: 500 });
  });
  await page.clock.install();
  await page.goto('/login');
  await signInByPopup(page, { email: uniqueEmail() });
  await expect(page).toHaveURL('/');
  await expect(account(page)).toBeVisible();
  // The SDK's own, one forced refresh of it, and ours: no endless hammering.
  await expect.poll(() => posts).toBeGreaterThan(1);
  await page.clock.runFor(5_000);
  await page.waitForLoadState('networkidle');
  expect(posts).toBeLessThanOrEqual(5);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText(NETWORK)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a sync that fails once is made good without anybody noticing', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of (500|404)/);
  let isFirst = true;
  await page.route('**/api/session', (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.continue();
    isFirst = false;
    return route.fulfill({ status: 500 });
  });
  await page.goto('/login');
  await signInByPopup(page, { email: uniqueEmail(), name: 'Ada Lovelace' });
  await expect(page).toHaveURL('/');
  const html = async () => (await page.request.get('/')).text();
  await expect.poll(html).toContain('Account of Ada Lovelace');
});

test('a sync that cannot be reached says that the network is at fault', async ({
  page,
  allowConsoleError,
}) => {
  // The second is the SDK's own promise, which it leaves to nobody.
  allowConsoleError(/ERR_INTERNET_DISCONNECTED|TypeError: Failed to fetch/);
  await page.goto('/login');
  await page.route('**/api/session', (route) => route.abort('internetdisconnected'));
  await signInByPopup(page, { email: uniqueEmail() });
  await expect(page.getByText(NETWORK)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a sync that hangs is given up, and the button can be used again', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  let isHanging = true;
  await page.route('**/api/session', async (route) => {
    if (!isHanging) await route.continue();
  });
  const email = uniqueEmail();
  await signInByPopup(page, { email, name: email });
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await page.mouse.move(10, 10);
  await page.mouse.move(20, 20);
  await page.clock.fastForward(31_000);
  await expect(page.getByText(NETWORK)).toBeVisible();
  isHanging = false;
  await page.reload();
  await signInByPopup(page, { email: uniqueEmail() });
  await expect(page).toHaveURL('/');
});
