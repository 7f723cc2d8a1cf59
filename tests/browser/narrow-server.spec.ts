import { answers, openChat, say } from './setup/chat-page.ts';
import { openDraft } from './setup/open-draft.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('a phone has one compact header, and Download is in it', async ({ page }) => {
  await openDraft(page, { search: '?tab=tools' });
  const title = page.getByRole('heading', { level: 1, name: 'Swagger Petstore' });
  const bottom = await title.evaluate(
    (at) => at.parentElement?.parentElement?.getBoundingClientRect().bottom,
  );
  expect(bottom).toBeLessThanOrEqual(96);
  // Chat, setup and the tabs of the server are one row below it.
  const tops = await Promise.all(
    [
      page.getByRole('button', { name: 'Chat', exact: true }),
      page.getByRole('button', { name: 'Setup', exact: true }),
      page.getByRole('tab', { name: 'Tools' }),
    ].map(async (each) => (await each.boundingBox())?.y),
  );
  expect(tops).toEqual(Array(3).fill(tops[2]));
  await page.getByRole('button', { name: 'Setup', exact: true }).tap();
  await expect(page.getByRole('complementary', { name: 'Setup' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Tools' }).tap();
  await expect(page.getByRole('searchbox', { name: /^Search/ })).toBeVisible();
  const download = page.getByRole('link', { name: /^Download/ });
  await expect(download).toBeInViewport();
  const starts = page.waitForEvent('download');
  await download.tap();
  expect((await starts).suggestedFilename()).toMatch(/\.zip$/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a link to a tab opens it, whatever was said in the chat', async ({ page }) => {
  const id = await openChat(page);
  await say(page, 'Add a tool that gets https://api.example.com/users/{id}');
  await page.goto(`/chat/${id}?tab=files`);
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`/chat/${id}?tool=get_user`);
  await expect(page.getByRole('article', { name: 'get_user' })).toBeVisible();
  await page.goto(`/chat/${id}`);
  await expect(answers(page).first()).toBeVisible();
});

test('a tab that is opened far down a page begins at its top', async ({ page }) => {
  await openDraft(page, { search: '?tab=map' });
  await page.getByRole('button', { name: 'List all tools' }).scrollIntoViewIfNeeded();
  await page.getByRole('tab', { name: 'Tools' }).tap();
  await expect(page.getByRole('searchbox', { name: 'Search 20 tools' })).toBeInViewport();
});

test('the way to the latest answer stands below the answers, not on them', async ({ page }) => {
  await openChat(page);
  for (const path of ['users', 'orders', 'items']) {
    await say(page, `Add a tool that gets https://api.example.com/${path}/{id}`);
  }
  const list = page.getByRole('region', { name: 'Conversation' });
  await list.evaluate((at) => at.scrollTo({ top: at.scrollHeight }));
  await list.evaluate((at) => at.scrollTo({ top: 0 }));
  const jump = page.getByRole('button', { name: 'Jump to latest' });
  await expect(jump).toBeVisible();
  const [above, below] = await Promise.all([list.boundingBox(), jump.boundingBox()]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
  await jump.tap();
  await expect(jump).toBeHidden();
});
