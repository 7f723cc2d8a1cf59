import { readFileSync } from 'node:fs';

import { expect, type Page } from '@playwright/test';

import { DraftAnswer } from '../../setup/make-draft.ts';

/** Makes a draft in the page's own browser, without the first screen, and opens it. */
export async function openDraft(
  page: Page,
  { spec = 'petstore-3.0.json', search = '' } = {},
): Promise<DraftAnswer> {
  const response = await page.request.post('/api/drafts', {
    headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
    data: readFileSync(`tests/specs/${spec}`, 'utf8'),
  });
  const draft = DraftAnswer.parse(await response.json());
  await page.goto(`/chat/${draft.id}${search}`);
  return draft;
}

/** Lets everybody with the link read a draft, without its dialog. */
export async function shareDraft(page: Page, id: string): Promise<void> {
  const shared = await page.request.patch(`/api/chats/${id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { visibility: 'unlisted' },
  });
  if (!shared.ok()) throw new Error(`${shared.status()} ${await shared.text()}`);
}

/** Opens an address, which says to this visitor that there is nothing. */
export async function expectNothing(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
}
