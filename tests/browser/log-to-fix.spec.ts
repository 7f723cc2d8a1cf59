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

/** Calls that close a group of failures. */
const CLOSING_CALLS = 20;

async function openLogs(page: Page, project: string): Promise<void> {
  await page.goto(`${project}?tab=logs`);
  await untilAlive(page);
}

test('a failing API is seen in the log, fixed in a chat, and its failure closes', async ({
  page,
  site,
}) => {
  test.setTimeout(300_000);
  let isBroken = true;
  site.outside = ({ url }) => {
    if (new URL(url).hostname !== 'upstream.example.net') return undefined;
    return isBroken ? new Response('Down', { status: 422 }) : Response.json({ name: 'Ada' });
  };
  await signInAs(page);
  let project = '';
  let endpoint = '';
  let token = '';

  await test.step('a server is published, with a key', async () => {
    await openChat(page);
    await say(page, 'Add a tool that gets https://upstream.example.net/users/{id} as get_user');
    await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a project' });
    await dialog.getByLabel('Project name').fill('User desk');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'User desk', level: 1 })).toBeVisible();
    project = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await expect(page.getByText('Live: version 1')).toBeVisible();
    const address = page.getByRole('region', { name: 'Endpoint' }).getByRole('code');
    endpoint = (await address.textContent()) ?? '';
    await page.goto('/api-keys');
    await untilAlive(page);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('My laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    token = (await page.getByText(/^mcpb_live_\w+$/).textContent()) ?? '';
  });

  const callTimes = async (count: number) => {
    const client = await connectClient(endpoint, 'modern', { authorization: `Bearer ${token}` });
    for (let index = 0; index < count; index += 1) {
      await client.callTool({ name: 'get_user', arguments: { id: '7' } });
    }
    await client.close();
  };
  const causes = page.getByRole('list', { name: 'Causes of failures' });

  await test.step('calls arrive in the log while it is watched, and their cause stands above', async () => {
    await openLogs(page, project);
    await page.getByRole('checkbox', { name: 'Live' }).check();
    await callTimes(3);
    await expect(page.getByRole('row', { name: /get_user.*API returned an error/ })).toHaveCount(3);
    await expect(causes).toContainText('The API answered 422');
    await expect(causes).toContainText('3 calls since version 1');
    await page
      .getByRole('button', { name: /^Details of get_user/ })
      .first()
      .click();
    await expect(page.getByRole('cell', { name: 'My laptop' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy request ID' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Calls per hour' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('a filter is kept in the address, and what it lets pass is downloaded', async () => {
    await page.getByRole('combobox', { name: 'Result' }).selectOption('Answered');
    await expect(page.getByText('No calls match these filters.')).toBeVisible();
    await expect(page).toHaveURL(/end=ok/);
    await page.getByRole('combobox', { name: 'Result' }).selectOption('All failed');
    await expect(page).toHaveURL(/end=failed/);
    await expect(page.getByRole('row', { name: /get_user.*API returned an error/ })).toHaveCount(3);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    const file = await (await downloading).createReadStream();
    let text = '';
    for await (const piece of file) text += String(piece);
    expect(text.trim().split('\r\n')).toHaveLength(4);
  });

  await test.step('a notice names it in the list of projects', async () => {
    await page.goto('/my-projects');
    await expect(page.getByText('3 of 3 calls failed in the last hour.')).toBeVisible();
    await untilAlive(page);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'View failed calls' }).click();
    await expect(causes).toBeVisible();
  });

  await test.step('it is fixed in a chat that begins with the evidence', async () => {
    await page.getByRole('button', { name: /^Fix in chat: get_user,/ }).click();
    await expect(page).toHaveURL(/\/chat\//);
    await untilAlive(page);
    await expect(page.getByText(/calls of get_user failed 3 times since version 1/)).toBeVisible();
    await expect(page.getByText(/get_user takes id/)).toBeVisible();
    await say(page, 'Describe get_user as: Reads one user by the number on the badge');
    // The description of the tool: the message has more words.
    const description = 'Reads one user by the number on the badge';
    await expect(page.getByText(description, { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save a version' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'User desk', level: 1 })).toBeVisible();
    await openLogs(page, project);
    await expect(causes).toContainText('Fix saved in version 2, not published');
  });

  await test.step('the failure closes once enough calls of the new version are fine', async () => {
    isBroken = false;
    await page.goto(project);
    await untilAlive(page);
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
    await dialog.getByRole('button', { name: 'Publish version 2' }).click();
    await expect(page.getByText('Live: version 2')).toBeVisible();
    await callTimes(CLOSING_CALLS);
    await openLogs(page, project);
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(causes).toContainText('Closed by version 2', { timeout: 2_000 });
    }).toPass();
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('the log fits a narrow phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openLogs(page, project);
    await expect(causes).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
