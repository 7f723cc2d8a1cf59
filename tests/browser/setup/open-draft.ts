import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

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
