import type { Page } from '@playwright/test';

import { uniqueEmail } from '../setup/auth-emulator.ts';
import { openPopup, pickGoogleAccount } from './setup/google-popup.ts';
import { expectNothing, openDraft, shareDraft } from './setup/open-draft.ts';
import { findUser, openOther } from './setup/operator-page.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';
import { Asker } from './setup/world/asker.ts';

const OPERATOR = 'operator@admin.example';

test.use({ variables: { ADMIN_EMAILS: OPERATOR }, locale: 'en-US', timezoneId: 'UTC' });

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const log = (page: Page) => page.getByRole('region', { name: 'Audit log' });
const loggedAs = (page: Page, ...words: string[]) =>
  words.reduce(
    (rows, word) => rows.filter({ hasText: word }),
    log(page).getByRole('row').filter({ hasText: OPERATOR }),
  );

/** Signs in again with an account that the browser's popup knows. */
async function signInAgain(page: Page, name: string): Promise<void> {
  await pickGoogleAccount(await openPopup(page, () => google(page).click()), name);
}

test('a visitor who is not an operator gets the page for unknown addresses', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 404/);
  await expectNothing(page, '/admin');
  await signInAs(page, { email: uniqueEmail('curious') });
  await expectNothing(page, '/admin?tab=settings');
  await expect(page).toHaveTitle('Page Not Found · MCP Builder');
  await expect(page.getByRole('link', { name: 'Go Home' })).toBeVisible();
});

test('a user is found, suspended with a reason that they are told, and let in again', async ({
  page,
  browser,
  site,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 401/);
  const name = `Margaret ${Date.now()}`;
  const { email, localId } = await signInAs(page, { email: uniqueEmail('margaret'), name });
  await page.goto('/chats');
  await untilAlive(page);
  const { page: operator } = await openOther(browser, site.url, { email: OPERATOR });
  const row = await findUser(operator, email);

  await test.step('what they use is shown', async () => {
    await row.getByRole('link', { name: `Usage of ${email}` }).click();
    await expect(row.getByText('Messages today')).toBeVisible();
    await expect(row.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
    await expectAccessible(operator);
  });

  await test.step('a reason is required, and cancelling suspends nobody', async () => {
    await row.getByRole('button', { name: `Suspend ${email}` }).click();
    const reason = row.getByLabel('Reason (shown to the user at sign-in)');
    await expect(reason).toBeFocused();
    await expect(row.getByRole('button', { name: 'Suspend', exact: true })).toBeDisabled();
    await expectAccessible(operator);
    await row.getByRole('button', { name: 'Cancel' }).click();
    await expect(reason).toHaveCount(0);
    await row.getByRole('button', { name: `Suspend ${email}` }).click();
    await reason.fill('It sent spam.');
    await operator.keyboard.press('Enter');
    await expect(row.getByText('suspended', { exact: true })).toBeVisible();
    await expect(row.getByText(/^Suspended .*: It sent spam\.$/)).toBeVisible();
    await expect(row.getByText('No session is open.')).toBeVisible();
    await operator.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(operator);
    await operator.setViewportSize({ width: 1280, height: 800 });
  });

  const told = page.getByRole('alert').filter({ hasText: 'Your account is suspended' });
  await test.step('the browser that they left open is told, and signed out', async () => {
    await page.reload();
    await expect(told).toContainText('Your account is suspended: It sent spam. Your work is kept.');
    await expect(page).toHaveURL(/\/login\?/);
    await expect(google(page)).toBeEnabled();
    await expectAccessible(page);
    await told.getByRole('button', { name: 'Dismiss' }).click();
    await expect(told).toHaveCount(0);
  });

  await test.step('signing in is refused with the reason, and can be tried again', async () => {
    await signInAgain(page, name);
    await expect(told).toContainText('It sent spam.');
    await expect(page.getByText('You could not be signed in.')).toBeVisible();
    await expect(google(page)).toBeEnabled();
    await expectAccessible(page);
  });

  await test.step('after the suspension they are where they were', async () => {
    await row.getByRole('button', { name: `End the suspension of ${email}` }).click();
    await expect(row.getByText('suspended', { exact: true })).toHaveCount(0);
    await signInAgain(page, name);
    await expect(page).toHaveURL('/chats');
    await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible();
  });

  await test.step('the log has both, with who did it and why', async () => {
    await operator.getByRole('link', { name: 'Audit log' }).click();
    await expect(loggedAs(operator, 'user.suspended', localId, 'It sent spam.')).toHaveCount(1);
    await expect(loggedAs(operator, 'user.unsuspended', localId)).toHaveCount(1);
    await expectAccessible(operator);
  });
  await operator.context().close();
});

test('a deleted user and what they shared are gone, once the question is answered', async ({
  page,
  browser,
  site,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 410/);
  const owner = await openOther(browser, site.url, { email: uniqueEmail('gone') });
  const { id } = await openDraft(owner.page);
  await shareDraft(owner.page, id);
  const visitor = await openOther(browser, site.url);
  expect((await visitor.page.goto(`/chat/${id}`))?.status()).toBe(200);

  await signInAs(page, { email: OPERATOR });
  const row = await findUser(page, owner.email);
  const question = row.getByRole('region', { name: `Delete ${owner.email}` });
  const ask = row.getByRole('button', { name: `Delete ${owner.email}` });
  await ask.click();
  await expect(question).toContainText('It cannot be undone.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await ask.click();
  await question.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByText('No user matches')).toBeVisible();

  expect((await visitor.page.goto(`/chat/${id}`))?.status()).toBe(410);
  const gone = visitor.page.getByRole('heading', { name: 'This draft is no longer here' });
  await expect(gone).toBeVisible();
  await page.goto('/admin?tab=log');
  await expect(loggedAs(page, 'user.deleted')).toHaveCount(1);
  await owner.page.context().close();
  await visitor.page.context().close();
});

test('what an operator may not do is said beside it, and nothing is done', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 409/);
  await signInAs(page, { email: OPERATOR });
  const row = await findUser(page, OPERATOR);
  await row.getByRole('button', { name: `Suspend ${OPERATOR}` }).click();
  await row.getByLabel('Reason (shown to the user at sign-in)').fill('By mistake.');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('alert')).toContainText('You cannot suspend your own account.');
  await expect(row.getByText('suspended', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('a reported chat is hidden with a reason, shown again, and its reports dismissed', async ({
  page,
  browser,
  site,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 404/);
  const title = 'Numbats of the harbour';
  const author = (await openOther(browser, site.url, { email: uniqueEmail('author') })).page;
  const visitor = (await openOther(browser, site.url)).page;
  const id = await publish(author, title);
  await report(visitor, id, { reason: 'spam', note: 'It sells numbats.' });
  await signInAs(page, { email: OPERATOR });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Reported chats' }).click();
  const item = page.getByRole('list', { name: 'Reported chats' }).locator('> li');

  await test.step('the report is read, and the chat with it', async () => {
    await expect(item).toContainText(title);
    await expect(item).toContainText('1 open report');
    await expect(item).toContainText('It sells numbats.');
    await expectAccessible(page);
    await item.getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(`/chat/${id}`);
    await expect(page.getByText('get_forecast').first()).toBeVisible();
    await page.goBack();
  });

  await test.step('hidden, it is there for nobody but its owner, who reads why', async () => {
    await item.getByRole('button', { name: 'Hide…' }).click();
    await expect(item.getByLabel('Reason (shown to the owner)')).toBeFocused();
    await page.keyboard.type('It advertises something else.');
    await expectAccessible(page);
    await item.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(item.getByText('hidden', { exact: true })).toBeVisible();
    await expect(item).toContainText('Hidden: It advertises something else.');
    await expectNothing(visitor, `/chat/${id}`);
    await visitor.goto('/showcase?q=numbats');
    await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
    await author.goto('/public-chats');
    await expect(author.getByRole('article', { name: title })).toContainText(
      'We have hidden this chat from everyone else: It advertises something else.',
    );
    await expectAccessible(author);
  });

  await test.step('shown again, it is there for everybody', async () => {
    await item.getByRole('button', { name: 'Show again' }).click();
    await expect(page.getByText('No chat is reported or hidden')).toBeVisible();
    expect((await visitor.goto(`/chat/${id}`))?.status()).toBe(200);
    await author.reload();
    const own = author.getByRole('article', { name: title });
    await expect(own.getByText('Public', { exact: true })).toBeVisible();
    await expect(own).not.toContainText('We have hidden');
  });

  await test.step('dismissed reports leave the chat as it is', async () => {
    const other = (await openOther(browser, site.url, { email: uniqueEmail('reporter') })).page;
    await report(other, id, { reason: 'other', note: 'I do not like numbats.' });
    await page.reload();
    await expect(item).toContainText('I do not like numbats.');
    await item.getByRole('button', { name: 'Dismiss reports' }).click();
    await expect(page.getByText('No chat is reported or hidden')).toBeVisible();
    expect((await visitor.goto(`/chat/${id}`))?.status()).toBe(200);
    await other.context().close();
  });

  await test.step('the log has each decision', async () => {
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(loggedAs(page, 'chat.hidden', id, 'advertises something else')).toHaveCount(1);
    await expect(loggedAs(page, 'chat.unhidden', id)).toHaveCount(1);
    await expect(loggedAs(page, 'reports.dismissed', id)).toHaveCount(1);
  });
  for (const other of [author, visitor]) await other.context().close();
});

/** Makes a server of a template public, without its dialogs. */
async function publish(page: Page, title: string): Promise<string> {
  const asker = new Asker(page);
  const { id }: { id: string } = JSON.parse(
    await asker.text('POST', '/api/drafts', { template: 'weather' }),
  );
  await asker.text('PATCH', `/api/chats/${id}`, {
    visibility: 'public',
    listing: { title },
  });
  return id;
}

/** Reports a chat, without its dialog. */
async function report(page: Page, id: string, body: object): Promise<void> {
  await new Asker(page).text('POST', `/api/showcase/${id}/reports`, body);
}

test.describe('a page whose loader fails', () => {
  /** What the log tab reads; gone, its loader throws. */
  const rename = (from: string, to: string) => `ALTER TABLE ${from} RENAME TO ${to}`;
  const BREAK = rename('operator_actions', 'operator_actions_away');
  const RESTORE = rename('operator_actions_away', 'operator_actions');
  const failed = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' });
  const again = (page: Page) => page.getByRole('link', { name: 'Try again' });

  test.beforeEach(async ({ page, allowConsoleError }) => {
    allowConsoleError(/status of 500|ERR_FAILED/);
    await signInAs(page, { email: OPERATOR });
  });

  test('says so before it has its scripts, by its request’s id, and is tried again', async ({
    page,
    site,
  }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await site.env.DB.prepare(BREAK).run();
    const answer = await page.goto('/admin?tab=log');
    await site.env.DB.prepare(RESTORE).run();
    expect(answer?.status()).toBe(500);
    await expect(failed(page)).toBeVisible();
    const { 'x-request-id': requestId = '' } = answer?.headers() ?? {};
    await expect(page.getByText(requestId, { exact: true })).toBeVisible();
    await expect(page.getByText('operator_actions')).toHaveCount(0);
    await expectAccessible(page);
    await again(page).click();
    await expect(page.getByRole('heading', { name: 'Operations' })).toBeVisible();
    await expect(page).toHaveURL('/admin?tab=log');
  });

  test('says so after a navigation inside the app, by the id of that request', async ({
    page,
    site,
  }) => {
    await page.goto('/admin');
    await untilAlive(page);
    await site.env.DB.prepare(BREAK).run();
    const answered = page.waitForResponse((response) => response.url().includes('/admin.data'));
    await page.getByRole('link', { name: 'Audit log' }).click();
    const { 'x-request-id': requestId = '' } = (await answered).headers();
    await expect(failed(page)).toBeVisible();
    await expect(page.getByText(requestId, { exact: true })).toBeVisible();
    await site.env.DB.prepare(RESTORE).run();
    await expectAccessible(page);
    await again(page).click();
    await expect(page.getByRole('heading', { name: 'Operations' })).toBeVisible();
    await expect(page).toHaveURL('/admin?tab=log');
  });
});
