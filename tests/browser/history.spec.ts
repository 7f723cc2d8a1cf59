import type { Page } from '@playwright/test';

import { FIRST, openChat, openUserChat, say } from './setup/chat-page.ts';
import { shareDraft } from './setup/open-draft.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

const points = (page: Page) => page.getByRole('list', { name: 'Restore points' });
const tool = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: new RegExp(`Serve ${name}`) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('what a turn changed is compared by tool and by file, and taken back, and that again', async ({
  page,
}) => {
  const id = await openUserChat(page);
  await say(page, 'Rename get_user to find_user');
  await page
    .getByRole('button', { name: /^Restore point/ })
    .last()
    .click();

  const open = page.getByRole('article', { name: /^Point/ });
  const tools = open.getByRole('region', { name: 'Tools' });
  const renamed = tools.getByRole('listitem').filter({ hasText: 'renamed' });
  await expect(renamed).toContainText('find_user');
  await expect(renamed).toContainText('was get_user');
  await expect(points(page).getByRole('listitem').first()).toContainText('now');
  const file = open.getByRole('region', { name: 'Files' }).getByText('README.md');
  await file.click();
  await expect(open.getByRole('region', { name: 'Changes of README.md' })).toContainText(
    'find_user',
  );
  await expectAccessible(page);

  await points(page).getByRole('button').nth(1).click();
  await open.getByText('What restoring changes').click();
  await expect(tools).toContainText('get_user');
  await open.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/^Restored point/)).toBeVisible();
  await expect
    .poll(async () => {
      const draft: { blueprint: { tools: { name: string }[] } } = await (
        await page.request.get(`/api/drafts/${id}`)
      ).json();
      return draft.blueprint.tools.map(({ name }) => name);
    })
    .toEqual(['get_user']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The restore is undone')).toBeVisible();
  await tab(page, 'Tools').click();
  await expect(tool(page, 'find_user')).toBeVisible();
});

test('a point that is restored is what the server is, and stays so', async ({ page }) => {
  await openUserChat(page);
  await say(page, 'Remove get_user');
  await expect(tool(page, 'get_user')).toHaveCount(0);
  await tab(page, 'History').click();
  await points(page).getByRole('button').nth(1).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText(/^Restored point/)).toBeVisible();
  await page.reload();
  await tab(page, 'Tools').click();
  await expect(tool(page, 'get_user')).toBeVisible();
});

test('the project’s files say what changed last, and show it line by line', async ({
  page,
  browser,
}) => {
  const id = await openChat(page);
  await tab(page, 'Files').click();
  const tree = page.getByRole('navigation', { name: 'Files' });
  await expect(tree.getByRole('button', { name: 'README.md' })).toBeVisible();
  await expect(tree.getByText(/^(added|changed|removed)$/)).toHaveCount(0);

  await say(page, FIRST);
  await expect(tree.getByRole('button', { name: 'get-user.ts added' }).first()).toBeVisible();
  await say(page, 'Rename get_user to find_user');
  await expect(tree.getByRole('button', { name: 'find-user.ts added' }).first()).toBeVisible();
  await tree.getByRole('button', { name: 'get-user.ts removed' }).first().click();
  await expect(page.getByRole('region', { name: /^Changes of .*get-user.ts/ })).toContainText(
    'get_user',
  );

  await tree.getByRole('button', { name: 'README.md changed' }).click();
  await expect(page.getByRole('region', { name: 'Changes of README.md' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Changes' }).click();
  const changes = page.getByRole('region', { name: 'Changes of README.md' });
  await expect(changes).toContainText('- ');
  await expect(changes).toContainText('find_user');
  await expectAccessible(page);
  await expect(tree.getByRole('button', { name: 'LICENSE' })).toBeVisible();
  await page.getByRole('checkbox', { name: /^Only the \d+ changed since point 2/ }).click();
  await expect(tree.getByRole('button', { name: 'LICENSE' })).toHaveCount(0);
  await expect(tree.getByRole('button', { name: 'README.md changed' })).toBeVisible();

  await shareDraft(page, id);
  const stranger = await browser.newPage();
  await stranger.goto(`/chat/${id}?tab=files`);
  await expect(stranger.getByRole('button', { name: 'README.md', exact: true })).toBeVisible();
  await expect(stranger.getByRole('checkbox', { name: /changed since/ })).toHaveCount(0);
  await stranger.close();
});

test('the history fits a phone, and is its owner’s only', async ({ page, browser }) => {
  const id = await openChat(page);
  await say(page, 'Add a tool that gets https://api.example.com/users/{id}');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/chat/${id}`);
  // Also the tab that is open already, behind the chat.
  await page.getByRole('tab', { name: 'Tools' }).click();
  await expect(page.getByRole('searchbox', { name: /^Search/ })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await points(page).getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'All restore points' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await shareDraft(page, id);
  const stranger = await browser.newPage();
  await stranger.goto(page.url());
  await expect(tab(stranger, 'Tools')).toBeVisible();
  await expect(tab(stranger, 'History')).toHaveCount(0);
  await stranger.close();
});
