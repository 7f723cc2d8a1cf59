import type { Page } from '@playwright/test';

import { PAYLOAD_DOCUMENT, PAYLOAD_PAGES, PAYLOADS } from '../security/payloads.ts';
import { DraftAnswer } from '../setup/make-draft.ts';
import { expect, test, untilAlive } from './setup/page-test.ts';

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

/** A server of a stranger's document, with a message and a title of the same kind. */
async function makeHostile({ request }: Page): Promise<string> {
  const made = await request.post('/api/drafts', { headers: SAME_ORIGIN, data: PAYLOAD_DOCUMENT });
  const { id } = DraftAnswer.parse(await made.json());
  const text = PAYLOADS.join('\n\n');
  const message = { id: 'hostile', role: 'user', parts: [{ type: 'text', text }] };
  await request.post(`/api/chats/${id}/turns`, { headers: SAME_ORIGIN, data: { message } });
  const title = PAYLOADS.slice(0, 2).join(' ');
  const data = { title, visibility: 'unlisted' };
  const named = await request.patch(`/api/chats/${id}`, { headers: SAME_ORIGIN, data });
  expect(named.status()).toBe(200);
  return id;
}

async function expectUnharmed(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilAlive(page);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'pwned')), address).toBeUndefined();
  await expect(
    // Facts for search engines are data, which no browser runs.
    page.locator(
      'a[href^="javascript:" i], script:not([nonce]):not([src]):not([type="application/ld+json"])',
    ),
    address,
  ).toHaveCount(0);
}

// The fixture fails on dialogs, on requests to other hosts, and on what the content policy refuses.
test('what a document says is a text on every page', async ({ page, browser }) => {
  const id = await makeHostile(page);
  page.on('dialog', (dialog) => {
    throw new Error(dialog.message());
  });
  for (const path of PAYLOAD_PAGES) await expectUnharmed(page, path.replace(':id', id));
  await expect(page.getByText('onerror').first()).toBeAttached();
  const stranger = await (await browser.newContext()).newPage();
  await expectUnharmed(stranger, `/chat/${id}`);
});
