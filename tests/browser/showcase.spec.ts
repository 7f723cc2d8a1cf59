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
import { signInAs } from './setup/sign-in.ts';

const share = (page: Page) => page.getByRole('dialog', { name: 'Share this chat' });
const cards = (page: Page, name: string) => page.getByRole('list', { name }).locator('> li');

/** The words of a listing: none that others of these tests use. */
const LISTING = {
  title: 'Quokkas & </script><b>co</b>',
  summary: 'Looks up the quokkas of an island.',
  tags: 'Marsupials, quokka',
  author: 'A. Lovelace',
};

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await share(page).getByRole('radio', { name: 'Public' }).click();
  // What is inside scrolls, and never the window with its title.
  const scrolled = await share(page).evaluate((dialog) => {
    dialog.scrollTop = 200;
    return dialog.scrollTop;
  });
  expect(scrolled).toBe(0);
  const form = share(page).getByRole('form', { name: 'In the showcase' });
  await expect(form.getByLabel('Author')).toHaveValue('');
  await form.getByLabel('Title').fill(LISTING.title);
  await form.getByLabel('Author').fill(LISTING.author);
  await form.getByLabel('Summary').fill(LISTING.summary);
  await form.getByLabel('Tags').fill(LISTING.tags);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Make it public' }).click();
  await expect(share(page).getByText('Others see it as it is now.')).toBeVisible();
  await page.keyboard.press('Escape');
}

async function visit(browser: Browser, page: Page, path: string): Promise<Page> {
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(new URL(path, page.url()).href);
  await untilAlive(visitor);
  return visitor;
}

test('a chat is published under chosen words, found, tried, copied and reported by others, and taken back', async ({
  page,
  browser,
  allowConsoleError,
}) => {
  allowConsoleError(/404/);
  await signInAs(page, { name: 'Ada Lovelace' });
  const id = await openUserChat(page);
  await publish(page);
  await say(page, 'Rename get_user to only_for_me');

  const visitor = await visit(browser, page, '/showcase?q=quokkas');
  await test.step('it is found by its words and tags, and shown without its account', async () => {
    const card = cards(visitor, 'Public servers');
    await expect(card).toHaveCount(1);
    await expect(card).toContainText(LISTING.title);
    await expect(card).toContainText('By A. Lovelace');
    await expect(card).toContainText(/get_user.*1 tool/);
    await expect(card).toContainText(/Ready|\d+ things? to fix/);
    await expect(visitor.getByText('Ada Lovelace')).toHaveCount(0);
    await expectAccessible(visitor);
    await card.getByRole('link', { name: '#marsupials' }).click();
    await expect(visitor).toHaveURL('/showcase?tag=marsupials');
    await expect(card).toHaveCount(1);
    await visitor.getByRole('link', { name: 'Most remixed' }).click();
    await expect(visitor).toHaveURL('/showcase?tag=marsupials&sort=remixed');
    await visitor.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(visitor);
    await visitor.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('it is told to crawlers as it was published, with a picture', async () => {
    const html = await (await visitor.request.get(`/chat/${id}`)).text();
    expect(html).toContain(`<link rel="canonical" href="${new URL(page.url()).origin}/chat/${id}"`);
    expect(html).toContain('"@type":"SoftwareSourceCode"');
    expect(html).not.toContain('</script><b>');
    expect(html).not.toContain('noindex');
    expect(html).not.toContain('only_for_me');
    const picture = await visitor.request.get(`/showcase/${id}/share.png`);
    expect(picture.headers()['content-type']).toBe('image/png');
    expect(await (await visitor.request.get('/sitemap.xml')).text()).toContain(`/chat/${id}<`);
  });

  await test.step('a visitor replays it, and calls its tool without signing in', async () => {
    await cards(visitor, 'Public servers').getByRole('link', { name: LISTING.title }).click();
    await expect(visitor.getByText(FIRST).first()).toBeVisible();
    await expect(visitor.locator('meta[name="robots"]')).toHaveCount(0);
    await expect(answers(visitor)).toHaveCount(1);
    await expect(composer(visitor)).toHaveCount(0);
    await expectAccessible(visitor);
    await visitor.getByRole('button', { name: 'Try it now' }).click();
    await visitor.getByLabel('id', { exact: true }).fill('7');
    await visitor.getByRole('button', { name: 'Send', exact: true }).click();
    const result = visitor.getByRole('region', { name: 'Result' });
    await expect(result.getByTitle(/^Answers are made/)).toHaveText('Mock upstream');
    await expect(result.getByText(/\d+ ms/).first()).toBeVisible();
  });

  await test.step('a report reaches its owner as a number', async () => {
    await visitor.getByRole('button', { name: 'Report this chat' }).click();
    const report = visitor.getByRole('dialog', { name: 'Report this chat' });
    await expect(report.getByRole('radio', { name: /Spam/ })).toBeFocused();
    await report.getByRole('radio', { name: /Spam/ }).click();
    await report.getByLabel('Details (optional)').fill('It sells quokkas.');
    await expectAccessible(visitor);
    await report.getByRole('button', { name: 'Send the report' }).click();
    await expect(visitor.getByText('We will look at this chat.')).toBeVisible();
  });

  await test.step('a remix is the visitor’s own', async () => {
    await visitor.getByRole('button', { name: 'Remix' }).click();
    await expect(composer(visitor)).toBeVisible();
    await expect(visitor).not.toHaveURL(new RegExp(id));
  });

  await test.step('its owner sees how it stands, and changes its words', async () => {
    await page.goto('/public-chats');
    const row = cards(page, 'Public chats');
    await expect(row).toContainText(/Public1 report.*1 remix/);
    await row.getByRole('button', { name: 'Edit' }).click();
    await row.getByLabel('Title').fill('Wombats');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByRole('link', { name: 'Wombats' })).toBeVisible();
    await visitor.goto('/showcase?tag=marsupials');
    await expect(cards(visitor, 'Public servers')).toContainText('Wombats');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });

  await test.step('taken back, it is nowhere', async () => {
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(page.getByText('No public chats yet')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('Nothing is tagged “marsupials”')).toBeVisible();
    await expectNothing(visitor, `/chat/${id}`);
    expect((await visitor.request.get(`/showcase/${id}/share.png`)).status()).toBe(404);
  });
  await visitor.context().close();
});

test('the showcase has the servers of the templates, and each can be started', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/404/);
  const missing = await page.goto('/showcase/nothing');
  expect(missing?.status()).toBe(404);
  await page.goto('/showcase');
  await expect(cards(page, 'Templates')).toHaveCount(6);
  for (const card of await cards(page, 'Templates').all()) {
    await expect(card).toContainText(/Ready|\d+ things? to fix/);
    await expect(card).toContainText('By MCP Builder');
  }
  await page.getByRole('searchbox', { name: 'Search the showcase' }).fill('create_refund');
  await expect(cards(page, 'Templates')).toHaveText([/Stripe support/]);
  await page.getByRole('link', { name: 'Stripe support' }).click();
  await expect(page).toHaveURL('/showcase/stripe-support');
  // Crawlers read what the server rendered.
  const html = await (await page.request.get('/showcase/stripe-support')).text();
  expect(html).toMatch(/property="og:image" content="[^"]*\/showcase\/stripe-support\/share\.png"/);
  await expect(page.getByRole('list', { name: 'Tools of Stripe support' })).toContainText(
    'create_refund',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use this template' }).click();
  await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
  await expect(page.getByText('create_refund').first()).toBeVisible();
});
