import type { Locator, Page } from '@playwright/test';

import { connectClient } from '../setup/connect-client.ts';
import { expect, test, untilAlive } from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

/** More than any page of the journey has; beyond it the keyboard is caught somewhere. */
const MOST_STOPS = 70;

/** Presses Tab until the element has the focus, and shows that. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${String(wanted)}`);
}

async function press(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** The page that was opened begins here for the keyboard, and its title is said. */
async function expectArrival(page: Page, title: RegExp): Promise<void> {
  await expect(main(page)).toBeFocused();
  await expect(page.locator('p[aria-live=polite]').filter({ hasText: title })).toHaveCount(1);
}

test('with the keyboard alone a request becomes a published endpoint that is called', async ({
  page,
  site,
}) => {
  test.setTimeout(180_000);
  site.outside = ({ url }) =>
    new URL(url).hostname === 'upstream.example.net'
      ? Response.json({ name: 'Ada', email: 'ada@example.com' })
      : undefined;
  await signInAs(page);
  let endpoint = '';

  await test.step('a link leads past the header', async () => {
    await page.goto('/docs');
    await untilAlive(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('searchbox', { name: 'Search the documentation' })).toBeFocused();
  });

  await test.step('what is typed on the start page becomes a chat with a server', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Builder', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const composer = page.getByRole('textbox', { name: 'API document or its address' });
    await expect(composer).toBeFocused();
    await page.keyboard.type('GET https://upstream.example.net/users/{id}');
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/chat\//);
    await expect(page.getByRole('checkbox', { name: /user/ })).toBeVisible();
    await expectArrival(page, /MCP Builder/);
  });

  await test.step('a tool is changed, and the focus stays at it', async () => {
    await press(page, button(page, 'Edit description'));
    const field = page.getByRole('textbox', { name: 'Description' });
    await expect(field).toBeFocused();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Looks up a user by number');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Looks up a user by number').first()).toBeVisible();
    await expect(button(page, 'Edit description')).toBeFocused();
  });

  await test.step('arrow keys open the tabs, and the tool is called', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Tools' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Try it' })).toBeFocused();
    const form = page.getByRole('form', { name: /^Arguments of/ });
    await tabTo(page, form.getByRole('textbox', { name: /^id\b/ }));
    await page.keyboard.type('7');
    await page.keyboard.press('Control+Enter');
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result.getByText(/\d+ ms/).first()).toBeVisible();
  });

  await test.step('it is saved as a project: the window begins in its first field', async () => {
    await tabTo(page, button(page, 'Save'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Project name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Save')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Project name')).toBeFocused();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('User desk');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects\//);
    await expectArrival(page, /^User desk/);
  });

  await test.step('it is published: the button that did it goes, the focus does not', async () => {
    await press(page, button(page, 'Publish version 1'));
    await expect(page.getByRole('status').filter({ hasText: 'Live: version 1' })).toBeVisible();
    await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1);
    const address = page.getByRole('region', { name: 'Endpoint' }).getByRole('code');
    endpoint = (await address.textContent()) ?? '';
  });

  await test.step('a key is created and calls it', async () => {
    await press(page, main(page).getByRole('link', { name: 'API keys' }));
    await expect(page).toHaveURL(/\/api-keys/);
    await expectArrival(page, /API keys/);
    await press(page, button(page, 'Create key'));
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('My laptop');
    await page.keyboard.press('Enter');
    const key = (await page.getByText(/^mcpb_live_\w+$/).textContent()) ?? '';
    await expect(main(page).locator(':focus')).toHaveCount(1);
    const client = await connectClient(endpoint, 'modern', { authorization: `Bearer ${key}` });
    const { tools } = await client.listTools();
    const [tool] = tools;
    const result = await client.callTool({ name: tool?.name ?? '', arguments: { id: '7' } });
    await client.close();
    expect(JSON.stringify(result)).toContain('ada@example.com');
  });

  await test.step('the key is revoked: the focus stays in its row', async () => {
    await press(page, button(page, 'Revoke: My laptop'));
    await expect(button(page, 'Revoke key')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
    await expect(main(page).locator(':focus')).toHaveCount(1);
  });
});
