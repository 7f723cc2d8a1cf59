import type { Page } from '@playwright/test';

import { uniqueEmail } from '../setup/auth-emulator.ts';
import {
  addGoogleAccount,
  openPopup,
  pickGoogleAccount,
  signInByPopup,
} from './setup/google-popup.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const NETWORK = 'Network error. Please check your connection and try again.';

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const busy = (page: Page) => page.getByRole('button', { name: 'Signing in...' });
const account = (page: Page) => page.getByRole('button', { name: /^Account of / });
const problem = (page: Page) => page.getByRole('alert');

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('auth_return_url'));

/** Opens the popup, and leaves it open. */
const openGoogle = (page: Page) => openPopup(page, () => google(page).click());

test('the screen for signing in is accessible, and names what one agrees to', async ({ page }) => {
  await page.goto('/login');
  await expect(google(page)).toBeEnabled();
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Terms of Service', exact: true }).click();
  await expect(page).toHaveURL('/terms');
  await page.goBack();
  await page.getByRole('link', { name: 'Privacy Policy', exact: true }).click();
  await expect(page).toHaveURL('/privacy');
});

test('the screen is split from 768 px, and one column below', async ({ page }) => {
  await page.goto('/login');
  const form = page.getByRole('region', { name: 'Sign in' });
  const still = page.getByRole('complementary');
  const places = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    const [a, b] = [await form.boundingBox(), await still.boundingBox()];
    if (!a || !b) throw new Error('a part of the screen is missing');
    return { areSideBySide: a.y === b.y && a.x !== b.x, isFormFirst: a.y < b.y };
  };
  expect(await places(768)).toEqual({ areSideBySide: true, isFormFirst: false });
  expect(await places(767)).toEqual({ areSideBySide: false, isFormFirst: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('the button waits for Firebase, and a page without it offers to try again', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_FAILED/);
  await page.route('**/assets/firebase.client-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(problem(page)).toHaveText(NETWORK);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/assets/firebase.client-*.js');
  // A later attempt of the page's own may come first.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(google(page)).toBeEnabled({ timeout: 1_000 });
  }).toPass();
});

test('who comes back picks their account again', async ({ page }) => {
  const name = `Ada ${Date.now()}`;
  await page.goto('/login');
  await signInByPopup(page, { email: uniqueEmail(), name });
  await expect(page).toHaveURL('/');
  await page.goto('/signout');
  await expect(page.getByText('Signed out successfully')).toBeVisible();
  await page.goto('/login');
  await pickGoogleAccount(await openGoogle(page), name);
  await expect(page).toHaveURL('/');
  await expect(account(page)).toHaveAccessibleName(`Account of ${name}`);
});

test('a closed popup is told as cancelled', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  const popup = await openGoogle(page);
  await expect(busy(page)).toBeVisible();
  await popup.close();
  // The SDK looks every 2 s, and waits for 8 s more.
  await page.clock.runFor(2_100);
  await page.clock.runFor(8_100);
  await expect(problem(page)).toHaveText('Sign-in was cancelled.');
  await expect(google(page)).toBeEnabled();
});

test('while a closed popup is not reported yet, signing in can be cancelled at once', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/login');
  const popup = await openGoogle(page);
  await popup.close();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(google(page)).toBeEnabled();
  await page.clock.runFor(2_100);
  await page.clock.runFor(8_100);
  await expect(google(page)).toBeVisible();
  await expect(problem(page)).toHaveCount(0);
});

test('a newer request cancels the older one silently', async ({ page }) => {
  await page.goto('/login');
  const first = await openGoogle(page);
  const second = await openPopup(page, () => busy(page).click());
  await expect.poll(() => first.isClosed()).toBe(true);
  await expect(busy(page)).toBeVisible();
  await expect(problem(page)).toHaveCount(0);
  await addGoogleAccount(second, { email: uniqueEmail() });
  await expect(page).toHaveURL('/');
  await expect(account(page)).toBeVisible();
});

test('a blocked popup is told, and a full page signs in instead', async ({ page }) => {
  await page.goto('/login?returnUrl=%2Fterms%3Fa%3D1');
  await expect(google(page)).toBeEnabled();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await google(page).click();
  await expect(problem(page)).toHaveText('Popup was blocked. Please allow popups or try again.');
  await page.getByRole('button', { name: 'Sign in on a full page instead' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/emulator/'));
  await addGoogleAccount(page, { email: uniqueEmail(), name: 'Ada Lovelace' });
  await expect(page).toHaveURL('/terms?a=1');
  await expect(account(page)).toHaveAccessibleName('Account of Ada Lovelace');
});

test('who turns back from the full page can try again', async ({ page }) => {
  await page.goto('/login');
  await expect(google(page)).toBeEnabled();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await google(page).click();
  await page.getByRole('button', { name: 'Sign in on a full page instead' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/emulator/'));
  await page.goto('/login');
  await expect(google(page)).toBeEnabled();
  await expect(problem(page)).toHaveCount(0);
});

test("without Google's script the network is at fault", async ({ page, allowConsoleError }) => {
  allowConsoleError(/ERR_(FAILED|INTERNET_DISCONNECTED)/);
  await page.route('https://apis.google.com/**', (route) => route.abort('internetdisconnected'));
  await page.goto('/login');
  await google(page).click();
  await expect(problem(page)).toHaveText(NETWORK);
});

test('a network that is lost after the popup is told', async ({ page, allowConsoleError }) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/login');
  const popup = await openGoogle(page);
  await page.route('**/accounts:signInWithIdp**', (route) => route.abort('internetdisconnected'));
  await addGoogleAccount(popup, { email: uniqueEmail() });
  await expect(problem(page)).toHaveText(NETWORK);
});

test('Google sign-in that is refused says why', async ({ page, allowConsoleError }) => {
  allowConsoleError(/status of 400/);
  await page.goto('/login');
  for (const [code, text] of [
    ['USER_DISABLED', 'This account has been disabled.'],
    ['INVALID_IDP_RESPONSE', 'Incorrect email or password.'],
    ['UNAUTHORIZED-DOMAIN', 'Sign-in is not allowed from this address.'],
    ['OPERATION_NOT_ALLOWED', 'Firebase: Error (auth/operation-not-allowed).'],
  ] as const) {
    await test.step(code, async () => {
      const popup = await openGoogle(page);
      await page.route('**/accounts:signInWithIdp**', (route) =>
        route.fulfill({ status: 400, json: { error: { code: 400, message: code } } }),
      );
      await addGoogleAccount(popup, { email: uniqueEmail() });
      await expect(problem(page)).toHaveText(text);
      await page.unroute('**/accounts:signInWithIdp**');
    });
  }
});

test('who is signed in already is sent on', async ({ page }) => {
  await signInAs(page);
  await page.goto('/login?returnUrl=%2Fprivacy');
  await expect(page).toHaveURL('/privacy');
});

test.describe('without what keeps the session', () => {
  const WATCH = '**/assets/session-watch-*.js';

  test.beforeEach(({ allowConsoleError }) => allowConsoleError(/ERR_FAILED/));

  test('waiting ends with a way out, and goes on by itself once it can', async ({ page }) => {
    await signInAs(page);
    await page.clock.install();
    await page.route(WATCH, (route) => route.abort());
    // Only a page that is alive asks for it.
    const isAlive = page.waitForRequest(WATCH);
    await page.goto('/login?returnUrl=%2Faccount&reason=protected');
    await isAlive;
    await expect(page.getByText('Loading')).toBeVisible();
    // Where Firebase comes only while time is made to pass, the waiting begins anew.
    await expect(async () => {
      await page.clock.runFor(22_000);
      await expect(problem(page)).toHaveText(NETWORK, { timeout: 1_000 });
      const again = page.getByRole('button', { name: 'Try again' });
      await expect(again).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.unroute(WATCH);
    // An attempt that is under way fails first, and only then waits for the next.
    await expect(async () => {
      await page.clock.runFor(65_000);
      await expect(page).toHaveURL('/account', { timeout: 1_000 });
    }).toPass();
  });

  test('it is asked for again, though nobody was offline', async ({ page }) => {
    await signInAs(page);
    await page.route(WATCH, (route) => route.abort(), { times: 1 });
    await page.goto('/login?returnUrl=%2Faccount&reason=protected');
    await expect(page).toHaveURL('/account');
  });
});

test('nobody is sent to another site, or back to signing in', async ({ page }) => {
  await signInAs(page);
  // All the ways to say so: tests/auth/return-url.test.ts.
  for (const evil of ['//evil.example', '/login?returnUrl=/login']) {
    await page.goto(`/login?${new URLSearchParams({ returnUrl: evil })}`);
    await expect(page, evil).toHaveURL('/');
    // Whoever can write to the storage gains nothing either.
    await page.evaluate((value) => localStorage.setItem('auth_return_url', value), evil);
    await page.goto('/login');
    await expect(page, `stored ${evil}`).toHaveURL('/');
  }
});

test('what was stored goes before what the address asks for, and is then forgotten', async ({
  page,
}) => {
  await signInAs(page);
  await page.evaluate(() => localStorage.setItem('auth_return_url', '/terms?b=2'));
  await page.goto('/login?returnUrl=%2Fprivacy');
  await expect(page).toHaveURL('/terms?b=2');
  expect(await stored(page)).toBeNull();
});

test('a screen that asked for signing in goes before what was stored', async ({ page }) => {
  await page.goto('/terms');
  await page.evaluate(() => localStorage.setItem('auth_return_url', '/privacy'));
  await page.goto('/chats?page=2');
  await expect(page.getByText('Sign in to continue')).toBeVisible();
  await expect.poll(() => stored(page)).toBe('/chats?page=2');
});

test('the header stores the page, signs in, and leads back to it', async ({ page }) => {
  await page.goto('/terms?c=3');
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toBe('/terms?c=3');
  await signInByPopup(page, { email: uniqueEmail() });
  await expect(page).toHaveURL('/terms?c=3');
  expect(await stored(page)).toBeNull();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('what can be touched is large enough', async ({ page }) => {
    await page.goto('/login');
    await expect(google(page)).toBeEnabled();
    for (const each of await page.getByRole('button').all()) {
      if (!(await each.isVisible())) continue;
      const box = await each.boundingBox();
      expect(box?.height, await each.innerText()).toBeGreaterThanOrEqual(44);
    }
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('where to return to is stored before signing in, unless something was before', async ({
    page,
  }) => {
    await page.goto('/login?returnUrl=%2Fterms%3Fd%3D4');
    await openGoogle(page);
    expect(await stored(page)).toBe('/terms?d=4');
    await page.evaluate(() => localStorage.setItem('auth_return_url', '/privacy'));
    await page.goto('/login?returnUrl=%2Fterms');
    await openGoogle(page);
    expect(await stored(page)).toBe('/privacy');
  });
});

test('at a desk nothing is stored before signing in', async ({ page }) => {
  await page.goto('/login?returnUrl=%2Fterms');
  await openGoogle(page);
  expect(await stored(page)).toBeNull();
});

test('a cookie cannot tell Firebase where to send tokens', async ({ page, context, baseURL }) => {
  const value = { _authTokenSyncURL: '/evil', emulatorHosts: { auth: 'localhost:1' } };
  await context.addCookies([
    {
      name: '__FIREBASE_DEFAULTS__',
      value: Buffer.from(JSON.stringify(value)).toString('base64'),
      url: baseURL ?? '',
    },
  ]);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await signInByPopup(page, { email: uniqueEmail() });
  await expect(page).toHaveURL('/');
  expect(asked).toContain('/api/session');
  expect(asked).not.toContain('/evil');
});
