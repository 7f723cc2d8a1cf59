import { expect, type Locator, type Page } from '@playwright/test';

import { untilAlive } from './page-test.ts';

/** A request that every builder understands: it makes a tool `get_user`. */
export const FIRST =
  'Add a tool that gets https://api.example.com/users/{id} and returns name and email';

export const composer = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message to the builder' });
export const answers = (page: Page): Locator => page.getByRole('article', { name: 'Builder' });
export const questions = (page: Page): Locator => page.getByRole('article', { name: 'You' });
const sendButton = (page: Page): Locator => page.getByRole('button', { name: /^Send/ });

/** Waits until nothing runs any more. */
export async function settled(page: Page): Promise<void> {
  await expect(sendButton(page)).toBeVisible();
}

/** Says something and waits for the whole answer. */
export async function say(page: Page, text: string): Promise<void> {
  const before = await answers(page).count();
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(answers(page)).toHaveCount(before + 1);
  await settled(page);
}

async function createChat(page: Page, attempts = 2): Promise<string> {
  const response = await page.request.post('/api/chats', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {},
  });
  // On a busy machine Miniflare may lose its connection to the Worker, and answers with a text itself.
  const isOurs = response.headers()['content-type']?.includes('json') === true;
  if (!isOurs && attempts > 1) return createChat(page, attempts - 1);
  const { id }: { id: string } = await response.json();
  return id;
}

/** Opens an empty chat of the page's own visitor, without the first screen. */
export async function openChat(page: Page): Promise<string> {
  const id = await createChat(page);
  await page.goto(`/chat/${id}`);
  // What is typed before the page has its scripts is kept, but no key is heard.
  await untilAlive(page);
  await settled(page);
  return id;
}

/** Opens a chat whose draft has the tool `get_user`. */
export async function openUserChat(page: Page): Promise<string> {
  const id = await openChat(page);
  await say(page, FIRST);
  await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
  return id;
}
