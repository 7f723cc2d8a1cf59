import type { Page } from '@playwright/test';

import { connectClient } from '../setup/connect-client.ts';
import { openChat, say } from './setup/chat-page.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const versions = (page: Page) => page.getByRole('list', { name: 'Versions' }).getByRole('listitem');

async function openTab(page: Page, name: string): Promise<void> {
  await tab(page, name).click();
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
}

test('a chat becomes a project that is published, called by key, changed, rolled back and closed to the key', async ({
  page,
  site,
}) => {
  // It is one walk through ten screens.
  test.setTimeout(300_000);
  site.outside = ({ url }) =>
    new URL(url).hostname === 'upstream.example.net'
      ? Response.json({ name: 'Ada', email: 'ada@example.com' })
      : undefined;
  await signInAs(page);
  let project = '';
  let endpoint = '';
  let token = '';

  await test.step('without projects the list says how to make one', async () => {
    await page.goto('/projects');
    await expect(page).toHaveURL(/\/my-projects$/);
    await expect(page.getByText('No projects yet')).toBeVisible();
  });

  await test.step('a chat is saved', async () => {
    await openChat(page);
    await say(page, 'Add a tool that gets https://upstream.example.net/users/{id} as get_user');
    await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a project' });
    await dialog.getByLabel('Project name').fill('User desk');
    await dialog.getByLabel(/^What changed/).fill('Looks users up');
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'User desk', level: 1 })).toBeVisible();
    project = new URL(page.url()).pathname;
  });

  await test.step('it is in the list, and is published from its own page', async () => {
    await page.goto('/my-projects');
    await untilAlive(page);
    await expect(page.getByText('Not published')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    // The order and the search keep each other.
    await page.getByRole('combobox', { name: 'Sort projects' }).selectOption('Name');
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('DESK');
    await expect(page).toHaveURL(/\?(?=.*sort=title)(?=.*q=DESK)/);
    await page.getByRole('combobox', { name: 'Sort projects' }).selectOption('Newest');
    await expect(page).toHaveURL(/\?(?=.*sort=created)(?=.*q=DESK)/);
    await page.getByRole('link', { name: 'User desk' }).click();
    await expect(page).toHaveURL(new RegExp(`${project}$`));
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await expect(page.getByText('Live: version 1')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    const address = page.getByRole('region', { name: 'Endpoint' }).getByRole('code');
    endpoint = (await address.textContent()) ?? '';
    expect(endpoint).toMatch(/\/mcp\/user-desk-[a-z0-9]{4}$/);
  });

  await test.step('a key is created, and shown once', async () => {
    await page.goto('/api-keys');
    await untilAlive(page);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('My laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    token = (await page.getByText(/^mcpb_live_\w+$/).textContent()) ?? '';
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await expect(page.getByText(token)).toHaveCount(0);
  });

  const asClient = async () =>
    connectClient(endpoint, 'modern', { authorization: `Bearer ${token}` });
  const listTools = async () => {
    const client = await asClient();
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };

  await test.step('the official client lists and calls its tools with the key', async () => {
    expect(await listTools()).toEqual(['get_user']);
    const client = await asClient();
    const result = await client.callTool({ name: 'get_user', arguments: { id: '7' } });
    await client.close();
    expect(JSON.stringify(result)).toContain('ada@example.com');
  });

  await test.step('the call is in the log', async () => {
    await page.goto(`${project}?tab=logs`);
    await untilAlive(page);
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByRole('row', { name: /get_user.*Answered/ })).toBeVisible();
    }).toPass();
    await expect(page.getByText('1 call, none failed')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('its next version is made in a chat, and published', async () => {
    await openTab(page, 'Versions');
    await page.getByRole('button', { name: 'Continue in chat: version 1' }).click();
    await expect(page).toHaveURL(/\/chat\//);
    await untilAlive(page);
    await say(page, 'Rename get_user to find_user');
    await expect(page.getByRole('checkbox', { name: /find_user/ })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Save a version' })
      .getByRole('button', { name: 'Save' })
      .click();
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
    await expect(dialog.getByText('1 tool breaks callers.')).toBeVisible();
    await expect(dialog.getByText('renamed from get_user')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Publish version 2' }).click();
    await expect(page.getByText('Live: version 2')).toBeVisible();
    await expect.poll(listTools).toEqual(['find_user']);
  });

  await test.step('rolling back serves the former version again', async () => {
    await openTab(page, 'Versions');
    await expect(versions(page)).toHaveText([/Version 2.*Live/, /Version 1.*Looks users up/]);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Roll back to version 1' }).click();
    await expect(page.getByText('Live: version 1')).toBeVisible();
    await expect.poll(listTools).toEqual(['get_user']);
  });

  await test.step('the endpoint has a page, which shows a stranger only that it is private', async () => {
    await page.goto(endpoint);
    await untilAlive(page);
    await expect(page.getByRole('list', { name: 'Tools' })).toContainText('get_user');
    await page.getByRole('radio', { name: 'API key' }).check({ force: true });
    await expect(page.getByText('YOUR_API_KEY').first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('link', { name: 'Open the project' }).click();
    await expect(page.getByRole('heading', { name: 'User desk', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('list', { name: 'Tools' })).toContainText('get_user');
    const stranger = await fetch(endpoint, { headers: { accept: 'text/html' } });
    expect(stranger.status).toBe(200);
    expect(stranger.headers.get('vary')).toMatch(/accept/i);
    const html = await stranger.text();
    expect(html).toContain('Private');
    expect(html).not.toMatch(/get_user|User desk/);
  });

  await test.step('a revoked key is refused', async () => {
    await page.goto('/api-keys');
    await untilAlive(page);
    await page.getByRole('button', { name: 'Revoke: My laptop' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
    const ask = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(endpoint, { method: 'POST', headers, body: '{}' })).status;
    };
    await expect.poll(ask, { timeout: 40_000 }).toBe(401);
  });

  await test.step('every part fits a narrow phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/my-projects', '/api-keys']) {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
    }
    const tabs = ['tools', 'versions', 'endpoint', 'secrets', 'logs', 'settings'];
    for (const name of [...tabs, 'versions&from=1&to=2']) {
      await page.goto(`${project}?tab=${name}`);
      await expect(page.getByRole('tabpanel')).toBeVisible();
      await untilAlive(page);
      await expectNoSidewaysScroll(page);
    }
  });
});
