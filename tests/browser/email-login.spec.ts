import { devices, type Page } from '@playwright/test';

import {
  findAccount,
  followMail,
  hideAccounts,
  readMail,
  signUp as makeAccount,
  uniqueEmail,
  updateAccount,
} from '../setup/auth-emulator.ts';

import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';
import { PASSWORD, signInAs } from './setup/sign-in.ts';

const IDENTITY = '**/identitytoolkit.googleapis.com/v1/accounts:';

async function fillIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

async function signIn(page: Page, email: string, password: string) {
  await fillIn(page, email, password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signUp(page: Page, email: string, password: string, repeated = password) {
  await page.getByRole('button', { name: 'Sign up' }).click();
  await fillIn(page, email, password);
  await page.getByLabel('Confirm password').fill(repeated);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** A link of the last mail, as it comes where the project's mails point to this app. */
async function openMailedLink(page: Page, email: string, mode: 'verifyEmail' | 'resetPassword') {
  const kind = mode === 'verifyEmail' ? 'VERIFY_EMAIL' : 'PASSWORD_RESET';
  const mail = (await readMail(email)).findLast(({ requestType }) => requestType === kind);
  await page.goto(`/email-login?mode=${mode}&oobCode=${mail?.oobCode}&apiKey=demo-key&lang=en`);
}

/** Verifies the address as its owner does; a page that is looked at again asks at once. */
async function verify(page: Page, email: string) {
  await followMail(email, 'VERIFY_EMAIL');
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** What the page set about by now has happened, or at least been asked for. */
async function settle(page: Page) {
  for (let turn = 0; turn < 3; turn += 1) {
    await page.evaluate(() => fetch('/robots.txt').then((response) => response.text()));
  }
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test.beforeEach(async ({ allowConsoleError }) => {
  // What the browser itself writes about an answer of 400, which Firebase uses for everything.
  allowConsoleError(/status of 400/);
});

test('signing up sends a mail, waits for its link, and goes on by itself', async ({ page }) => {
  const email = uniqueEmail('new');
  await page.goto('/email-login');
  await signUp(page, email, PASSWORD);
  await expect(title(page)).toHaveText('Check your email');
  await expect(page.getByText('the link is in the terminal of npm start')).toBeVisible();
  await expect(title(page)).toBeFocused();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  expect(await readMail(email)).toHaveLength(1);
  // The server knows already that somebody is here, and that the address is not verified.
  const refused = await page.request.get('/account', { maxRedirects: 0 });
  expect(refused.headers()['location']).toContain('/email-login?reason=unverified');

  await verify(page, email);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible();
  // The token that says so has reached the server.
  expect((await page.request.get('/account', { maxRedirects: 0 })).status()).toBe(200);
});

test('a verified address signs in and goes home', async ({ page }) => {
  const email = uniqueEmail('verified');
  const { localId } = await makeAccount(email, PASSWORD);
  await updateAccount(localId, { emailVerified: true });
  await page.goto('/email-login');
  await signIn(page, ` ${email} `, PASSWORD);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible();
  await page.goto('/email-login');
  await expect(title(page)).toHaveText('You are signed in');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
});

test('an address that is not verified is asked for that, and let in after it', async ({ page }) => {
  const email = uniqueEmail('unverified');
  await makeAccount(email, PASSWORD);
  await page.goto('/email-login');
  await signIn(page, email, PASSWORD);
  await expect(page.getByText('Please verify your email address before signing in.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(title(page)).toHaveText('Sign in with email');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);

  // A guarded page brings them to the same screen, for the address they are signed in with.
  await page.goto('/account');
  await expect(page).toHaveURL('/email-login?reason=unverified');
  await expect(title(page)).toHaveText('Check your email');
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(page.getByText('Sent again.')).toBeVisible();
  await verify(page, email);
  await expect(page).toHaveURL('/');
});

test.describe('where the project tells which accounts exist', () => {
  test('unknown addresses and wrong passwords are told apart', async ({ page }) => {
    const email = uniqueEmail('known');
    await makeAccount(email, PASSWORD);
    await page.goto('/email-login');
    await signIn(page, email, 'wrong password');
    await expect(page.getByText('Incorrect password')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await signIn(page, uniqueEmail('nobody'), PASSWORD);
    await expect(page.getByText('No account found with this email')).toBeVisible();
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    await expect(page.getByText('No account found with this email address')).toBeVisible();
    await signIn(page, 'not an address', PASSWORD);
    await expect(page.getByText('Invalid email address')).toBeVisible();
  });
});

test.describe('where the project hides which accounts exist', () => {
  test.beforeEach(() => hideAccounts(true));
  test.afterEach(() => hideAccounts(false));

  test('unknown addresses and wrong passwords look the same', async ({ page }) => {
    const email = uniqueEmail('hidden');
    await makeAccount(email, PASSWORD);
    await page.goto('/email-login');
    await signIn(page, email, 'wrong password');
    await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
    const nobody = uniqueEmail('nobody');
    await signIn(page, nobody, PASSWORD);
    await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    await expect(title(page)).toHaveText('Reset Email Sent');
    await expect(page.getByText(`If there is an account for ${nobody}`)).toBeVisible();
    expect(await readMail(nobody)).toHaveLength(0);
  });
});

test('a forgotten password is reset by mail, and the new one signs in', async ({ page }) => {
  const email = uniqueEmail('forgot');
  const { localId } = await makeAccount(email, PASSWORD);
  await updateAccount(localId, { emailVerified: true });
  await page.goto('/email-login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(title(page)).toHaveText('Reset Email Sent');
  await expect(page.getByText('The link expires in 1 hour.')).toBeVisible();
  await page.getByRole('button', { name: 'Resend reset email' }).click();
  await expect(page.getByText('Sent again.')).toBeVisible();
  expect(await readMail(email)).toHaveLength(2);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);

  await openMailedLink(page, email, 'resetPassword');
  await expect(title(page)).toHaveText('Choose a new password');
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await page.getByLabel('New password').fill('another password');
  await page.getByLabel('Confirm password').fill('other');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await page.getByLabel('Confirm password').fill('another password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await signIn(page, email, PASSWORD);
  await expect(page.getByText('Incorrect password')).toBeVisible();
  await signIn(page, email, 'another password');
  await expect(page).toHaveURL('/');
});

test.describe('signing in', () => {
  test('while our own server cannot be reached says so', async ({ page, allowConsoleError }) => {
    // The SDK posts the token twice, and cares for one of the failures only.
    allowConsoleError(/ERR_CONNECTION_REFUSED|Failed to fetch/);
    const email = uniqueEmail('blocked');
    const { localId } = await makeAccount(email, PASSWORD);
    await updateAccount(localId, { emailVerified: true });
    await page.goto('/email-login');
    await page.route('**/api/session', (route) => route.abort('connectionrefused'));
    await signIn(page, email, PASSWORD);
    await expect(page.getByRole('alert')).toHaveText(
      'Network error. Please check your connection and try again.',
    );
  });

  test('while our own server never answers ends after 30 s, and can be tried again', async ({
    page,
  }) => {
    const email = uniqueEmail('hanging');
    const { localId } = await makeAccount(email, PASSWORD);
    await updateAccount(localId, { emailVerified: true });
    await page.clock.install();
    await page.goto('/email-login');
    let isAsked = false;
    await page.route('**/api/session', () => {
      isAsked = true;
    });
    await signIn(page, email, PASSWORD);
    await expect.poll(() => isAsked).toBe(true);
    await page.clock.runFor(29_000);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
    await page.clock.runFor(1_500);
    await expect(page.getByRole('alert')).toHaveText(
      'Network error. Please check your connection and try again.',
    );
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  test('on a phone Google may take 60 s to answer, elsewhere 30 s', async ({
    page,
    browser,
    baseURL,
  }) => {
    const phone = await browser.newContext({ ...devices['Pixel 5'], baseURL });
    for (const each of [await phone.newPage(), page]) {
      const email = uniqueEmail('slow');
      const { localId } = await makeAccount(email, PASSWORD);
      await updateAccount(localId, { emailVerified: true });
      await each.clock.install();
      await each.goto('/email-login');
      let count = 0;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await each.route(`${IDENTITY}signInWithPassword?*`, async (route) => {
        count += 1;
        await released;
        await route.continue();
      });
      await signIn(each, email, PASSWORD);
      await expect.poll(() => count).toBe(1);
      await each.clock.runFor(31_000);
      if (each === page) {
        await expect(each.getByRole('alert')).toHaveText(
          'Network error. Please check your connection and try again.',
        );
      } else {
        await each.clock.runFor(25_000);
        await expect(each.getByRole('button', { name: 'Sign in' })).toBeDisabled();
        release();
        await expect(each).toHaveURL('/');
        expect(count).toBe(1);
      }
      release();
    }
    await phone.close();
  });

  test('does not take away who has gone to another page meanwhile', async ({ page }) => {
    const email = uniqueEmail('elsewhere');
    const { localId } = await makeAccount(email, PASSWORD);
    await updateAccount(localId, { emailVerified: true });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${IDENTITY}signInWithPassword?*`, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/email-login');
    await signIn(page, email, PASSWORD);
    await page.getByRole('link', { name: 'continue with Google' }).click();
    await page.getByRole('link', { name: 'Terms of Service' }).click();
    await expect(title(page)).toHaveText('Terms of Service');
    release();
    await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible();
    await settle(page);
    await expect(page).toHaveURL('/terms');
  });

  test('with what was filled in before the scripts came', async ({ page }) => {
    const email = uniqueEmail('early');
    const { localId } = await makeAccount(email, PASSWORD);
    await updateAccount(localId, { emailVerified: true });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/email-login', { waitUntil: 'commit' });
    await fillIn(page, email, PASSWORD);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
    release();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('waiting for verification', () => {
  test('lets in although the token that says so got lost once', async ({
    page,
    allowConsoleError,
  }) => {
    allowConsoleError(/status of 500/);
    const email = uniqueEmail('lost');
    await page.goto('/email-login');
    await signUp(page, email, PASSWORD);
    await expect(title(page)).toHaveText('Check your email');
    let isFirst = true;
    await page.route('**/api/session', (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.continue();
      isFirst = false;
      return route.fulfill({ status: 500 });
    });
    await verify(page, email);
    await expect(page).toHaveURL('/');
    const status = async () => (await page.request.get('/account', { maxRedirects: 0 })).status();
    await expect.poll(status).toBe(200);
    expect(isFirst).toBe(false);
  });

  test('ends when the account goes away', async ({ page }) => {
    const email = uniqueEmail('gone');
    await page.goto('/email-login');
    // The browser reports every refusal: nothing may be under way when the session ends.
    const answered = page.waitForResponse('**/stripe/subscription/status');
    await signUp(page, email, PASSWORD);
    await expect(title(page)).toHaveText('Check your email');
    await (await answered).finished();
    const account = await findAccount(email);
    await updateAccount(account!.localId, { disableUser: true });
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('This account has been disabled.')).toBeVisible();
    await expect(title(page)).toHaveText('Sign in with email');
  });

  test('survives a network that fails, asks nothing while nobody looks, and stops when left', async ({
    page,
    allowConsoleError,
  }) => {
    allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
    const email = uniqueEmail('poll');
    await page.clock.install();
    await page.goto('/email-login');
    await signUp(page, email, PASSWORD);
    await expect(title(page)).toHaveText('Check your email');
    let asked = 0;
    await page.route(`${IDENTITY}lookup?*`, async (route) => {
      asked += 1;
      await route.abort('internetdisconnected');
    });
    await page.clock.runFor(3_000);
    await expect.poll(() => asked).toBe(1);
    await expect(title(page)).toHaveText('Check your email');

    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
    );
    await page.clock.runFor(9_000);
    await settle(page);
    expect(asked).toBe(1);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => asked).toBe(2);

    await page.getByRole('link', { name: 'Back to login' }).click();
    await page.clock.runFor(9_000);
    await settle(page);
    expect(asked).toBe(2);
  });
});

test.describe('a link of a mail', () => {
  test('verifies the address where somebody is signed in', async ({ page }) => {
    const { email } = await signInAs(page, { provider: 'password', verified: false });
    await page.goto('/email-login');
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(page.getByText('Sent again.')).toBeVisible();
    await openMailedLink(page, email, 'verifyEmail');
    await expect(page.getByText('Your email address is verified.')).toBeVisible();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/');
    expect((await page.request.get('/account', { maxRedirects: 0 })).status()).toBe(200);
  });

  test('works once: the second time it says so', async ({ page }) => {
    const email = uniqueEmail('once');
    await page.goto('/email-login');
    await signUp(page, email, PASSWORD);
    await expect(title(page)).toHaveText('Check your email');
    const used = (await readMail(email))[0]?.oobCode;
    await openMailedLink(page, email, 'verifyEmail');
    await expect(page.getByText('Your email address is verified.')).toBeVisible();
    await page.goto(`/email-login?mode=verifyEmail&oobCode=${used}`);
    await expect(page.getByRole('alert')).toHaveText(
      'This link is invalid or has already been used.',
    );
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(page).toHaveURL('/email-login');
  });
});

test('on a phone every screen is accessible and fits', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 720 });
  const email = uniqueEmail('a-rather-long-name-for-a-narrow-screen');
  await makeAccount(email, PASSWORD);
  const check = async (name: string) => {
    await expect(title(page)).toHaveText(name);
    await expectAccessibleInBothSchemes(page);
    await expectNoSidewaysScroll(page);
  };
  await page.goto('/email-login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await check('Sign in with email');
  await signUp(page, email, PASSWORD);
  await expect(page.getByText('Email is already registered')).toBeVisible();
  await check('Sign up with email');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await check('Reset Email Sent');
  await openMailedLink(page, email, 'resetPassword');
  await check('Choose a new password');
  await page.goto('/email-login');
  await signIn(page, email, PASSWORD);
  await check('Check your email');
});
