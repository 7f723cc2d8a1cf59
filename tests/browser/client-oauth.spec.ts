import type { BrowserContext, Page } from '@playwright/test';

import { startOauthServer, type OauthServer } from '../tester/servers/start-oauth-server.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';

let server: OauthServer;
test.beforeAll(async () => {
  server = await startOauthServer();
});
test.afterAll(() => server.close());

async function openServer(page: Page, context: BrowserContext): Promise<void> {
  // The page may ask this one server besides ours.
  await context.route(`${new URL(server.url).origin}/**`, (route) => route.continue());
  const query = new URLSearchParams({ url: server.url, name: 'Notes', tab: 'oauth' });
  await page.goto(`/client?${query.toString()}`);
  await untilAlive(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

/** Presses a link of the sign-in's page, in the window that a button opens. */
async function signIn(page: Page, button: string | RegExp, link: 'Allow' | 'Deny'): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await popup.getByRole('link', { name: link }).click();
  await popup.waitForEvent('close');
}

test('a connection asks for the sign-in, takes no for an answer, and goes on after it; a call asks for more scopes', async ({
  page,
  context,
  allowConsoleError,
}) => {
  allowConsoleError(/401|403/);
  await openServer(page, context);
  await page.getByRole('button', { name: 'Sign in with OAuth' }).click();
  const question = page.getByRole('region', { name: 'Sign-in' });
  await expect(question).toContainText('notes:read');
  await expectAccessibleInBothSchemes(page);
  await signIn(page, /^Sign in at/, 'Deny');
  await expect(page.getByText('You are not signed in.')).toBeVisible();

  await page.getByRole('button', { name: 'Try again' }).click();
  await signIn(page, /^Sign in at/, 'Allow');
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByRole('button', { name: /^write_notes/ }).click();
  await page.getByRole('button', { name: /^Call/ }).click();
  await expect(question).toContainText('notes:read notes:write');
  await signIn(page, /^Sign in at/, 'Allow');
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('write_notes is done');
  // Nothing of it is in the browser's storage, unless the person wants that.
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(stored).not.toContain('access');
});

test('the steps are walked through without a connection, on a phone as well', async ({
  page,
  context,
  allowConsoleError,
}) => {
  allowConsoleError(/401|403/);
  await openServer(page, context);
  await page.getByRole('tab', { name: 'OAuth' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(step('Client registration')).toContainText('Registered as');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'Open the sign-in', 'Allow');
  await expect(step('Ask with the token')).toContainText('it takes the token');
  await page.getByRole('button', { name: 'Run: Refresh' }).click();
  await expect(step('Refresh')).toContainText('There is a refresh token.');
  await step('Access token')
    .getByText(/^POST .*\/token/)
    .click();
  await expect(step('Access token')).toContainText('access_token');
  await expect(step('Access token')).toContainText('••••••');
  await page.getByRole('button', { name: 'Use for this server' }).click();
  await expect(page.getByRole('button', { name: /^Forget the tokens/ })).toBeVisible();
});

test('who comes to the callback page without a sign-in is told so', async ({ page }) => {
  await page.goto('/client/callback?code=secret&state=nobody');
  await expect(page.getByRole('heading')).toHaveText('Nobody waits for this sign-in');
  expect(page.url()).not.toContain('secret');
});
