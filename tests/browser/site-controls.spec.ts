import type { Page } from '@playwright/test';

import { SWITCH_WORDS } from '#app/controls/switches.ts';

import { uniqueEmail } from '../setup/auth-emulator.ts';
import { composer, FIRST, questions, settled } from './setup/chat-page.ts';
import { openPopup, pickGoogleAccount, signInByPopup } from './setup/google-popup.ts';
import { openOther, turnSwitch } from './setup/operator-page.ts';
import { expect, expectAccessible, test, untilAlive } from './setup/page-test.ts';
import { PASSWORD } from './setup/sign-in.ts';

const OPERATOR = 'operator@controls.example';
const HOUR_MS = 60 * 60_000;

test.use({ variables: { ADMIN_EMAILS: OPERATOR }, locale: 'en-US', timezoneId: 'UTC' });

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const account = (page: Page) => page.getByRole('button', { name: /^Account of / });

test.describe('the notice', () => {
  const TEXT = 'Maintenance tonight: servers stop for a minute.';
  const banner = (page: Page) => page.getByRole('complementary', { name: 'Site notice' });
  /** As a field for a date and a time takes it, in the zone of the browsers. */
  const inAnHour = (hours: number) =>
    new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 16);

  /** Another part of the service may know of a change some seconds later. */
  async function untilShown(page: Page, isShown: boolean): Promise<void> {
    await expect(async () => {
      await page.reload();
      await expect(banner(page)).toHaveCount(isShown ? 1 : 0, { timeout: 1_000 });
    }).toPass();
  }

  test('reaches everybody, stays away where it was dismissed, and is ended', async ({
    page,
    browser,
    site,
    allowConsoleError,
  }) => {
    allowConsoleError(/status of 422/);
    const { page: operator } = await openOther(browser, site.url, { email: OPERATOR });
    const { page: other } = await openOther(browser, site.url);
    await other.goto('/terms');
    await operator.goto('/admin?tab=settings');
    const form = operator.getByRole('region', { name: 'Notice' });

    await test.step('an end that is over is refused with the reason', async () => {
      await expect(form.getByRole('button', { name: 'Show the notice' })).toBeDisabled();
      await form.getByLabel('Text').fill(TEXT);
      await form.getByLabel('Ends (hides the banner)').fill(inAnHour(-1));
      await form.getByRole('button', { name: 'Show the notice' }).click();
      await expect(form.getByRole('alert')).toContainText('The end has to be in the future');
      await expectAccessible(operator);
    });

    await test.step('it is set, and the operator sees it as well', async () => {
      await form.getByLabel('Maintenance begins (optional)').fill(inAnHour(1));
      await form.getByLabel('Ends (hides the banner)').fill(inAnHour(2));
      await form.getByRole('button', { name: 'Show the notice' }).click();
      await expect(form.getByText(/Ends in (2 hours|an hour|1 hour)/)).toBeVisible();
      await expect(form.getByRole('alert')).toHaveCount(0);
      await expect(banner(operator)).toContainText(TEXT);
      await expectAccessible(operator);
    });

    await test.step('a visitor reads it with its times, and dismisses it', async () => {
      await page.goto('/');
      await untilShown(page, true);
      await expect(banner(page)).toContainText(TEXT);
      await expect(banner(page)).toContainText(/\d{1,2}:\d\d\s[AP]M – .*\d{1,2}:\d\d\s[AP]M/);
      await expectAccessible(page);
      await untilAlive(page);
      await banner(page).getByRole('button', { name: 'Dismiss notice' }).click();
      await expect(banner(page)).toHaveCount(0);
      await expect(page.getByRole('main')).toBeFocused();
      for (const path of ['/', '/terms']) {
        await page.goto(path);
        await untilAlive(page);
        await expect(banner(page)).toHaveCount(0);
      }
    });

    await test.step('others have it until it is ended', async () => {
      await untilShown(other, true);
      await form.getByRole('button', { name: 'End now' }).click();
      await expect(form.getByRole('button', { name: 'Show the notice' })).toBeVisible();
      await expect(banner(operator)).toHaveCount(0);
      await untilShown(other, false);
    });
    for (const each of [operator, other]) await each.context().close();
  });
});

test('while new accounts are off both ways to sign in say so, and let known users in', async ({
  page,
  browser,
  site,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 40[01]/);
  const { label, refusal } = SWITCH_WORDS.newAccounts;
  const known = `Known ${Date.now()}`;
  await (await openOther(browser, site.url, { name: known })).page.context().close();
  const { page: operator } = await openOther(browser, site.url, { email: OPERATOR });
  await turnSwitch(operator, label, false);
  await expectAccessible(operator);
  const told = page.getByRole('alert').filter({ hasText: refusal });
  const stranger = { email: uniqueEmail('stranger'), name: `Stranger ${Date.now()}` };

  await test.step('with Google', async () => {
    await page.goto('/login');
    await signInByPopup(page, stranger);
    await expect(told).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
    await expectAccessible(page);
    // To sign in once more would be no way out.
    await expect(page.getByText(/Your session has ended/)).toHaveCount(0);
  });

  await test.step('with an address and a password', async () => {
    await page.goto('/email-login');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByLabel('Email', { exact: true }).fill(uniqueEmail('stranger'));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(told).toBeVisible();
    await expect(page.getByText('You could not be signed in.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with email');
    await expectAccessible(page);
  });

  await test.step('a known user signs in', async () => {
    await page.goto('/login');
    await pickGoogleAccount(await openPopup(page, () => google(page).click()), known);
    await expect(page).toHaveURL('/');
    await expect(account(page)).toHaveAccessibleName(`Account of ${known}`);
    await page.goto('/signout');
    await expect(page.getByText('Signed out successfully')).toBeVisible();
  });

  await test.step('on again, so does the stranger', async () => {
    await turnSwitch(operator, label, true);
    await page.goto('/login');
    await pickGoogleAccount(await openPopup(page, () => google(page).click()), stranger.name);
    await expect(account(page)).toHaveAccessibleName(`Account of ${stranger.name}`);
  });
  await operator.context().close();
});

test('while messages of guests are off their chat says so, and goes on after signing in', async ({
  page,
  browser,
  site,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 503/);
  const { label, refusal } = SWITCH_WORDS.guestTurns;
  const { page: operator } = await openOther(browser, site.url, { email: OPERATOR });
  await turnSwitch(operator, label, false);

  const said = page.getByRole('region', { name: 'Conversation' }).getByRole('alert');
  await test.step('the words of the start page come back into the field', async () => {
    await page.goto('/');
    await untilAlive(page);
    await page.getByRole('textbox', { name: 'API document or its address' }).fill(FIRST);
    await page.keyboard.press('Control+Enter');
    await expect(said).toContainText(refusal);
    await expect(composer(page)).toHaveValue(FIRST);
    await expect(questions(page)).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('signing in leads back, and the message is answered', async () => {
    const chat = page.url();
    await said.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/login');
    await signInByPopup(page, { email: uniqueEmail('guest') });
    await expect(page).toHaveURL(chat);
    await untilAlive(page);
    await settled(page);
    await expect(composer(page)).toHaveValue(FIRST);
    await composer(page).press('Enter');
    await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
  });
  await turnSwitch(operator, label, true);
  await operator.context().close();
});
