import type { Page } from '@playwright/test';

import { requestsOf, scriptModel } from '../fakes/model-script.ts';
import { serveModel } from '../fakes/serve-model.ts';
import { CURATED, CURATION, NOTES_HOST, STRIPE } from '../requests/recordings/curation.ts';
import { toAnswer } from '../setup/replay-conversation.ts';
import { answers, openChat, say } from './setup/chat-page.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';

const TRIAL = { lines: [{ call: 'report_ready', input: { word: 'ready' } }] };
/** A local server needs none. */
const NO_KEY = '';
const MOST_REQUESTS = 12;

let model: Awaited<ReturnType<typeof serveModel>>;
test.beforeAll(async () => {
  model = await serveModel();
});
test.afterAll(() => model.close());

async function connectLocalModel(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Model: / }).click();
  await page.getByRole('menuitem', { name: 'Connect a model…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Connect a model' });
  await sheet.getByRole('radio', { name: /^Ollama/ }).check();
  await sheet.getByLabel('Base URL').fill(model.baseUrl);
  await sheet.getByRole('button', { name: 'Load model list' }).click();
  await sheet.getByRole('button', { name: 'local-one' }).click();
  await sheet.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Model: / })).toHaveText('Model: local-one');
}

test('a large API is curated by hand with a local model, and one change set approved', async ({
  page,
}) => {
  const [attached, kept, added] = CURATION;
  const steps = CURATION.flatMap((turn) => turn.steps);
  const models = [{ id: 'local-one' }];
  scriptModel(NO_KEY, { answers: [TRIAL, ...steps.map(toAnswer)], models });
  await openChat(page);
  await connectLocalModel(page);

  await page.getByLabel('Attach files').setInputFiles(STRIPE);
  await say(page, attached?.user ?? '');
  await expect(answers(page).last()).toContainText('452 tools are there');
  await say(page, kept?.user ?? '');
  await expect(answers(page).last()).toContainText('Ten tools are left');
  await expect(page.getByRole('checkbox', { name: /GetCharges/ })).toHaveCount(2);
  await say(page, added?.user ?? '');
  await expect(answers(page).last()).toContainText('customer_overview works.');
  await expectAccessibleInBothSchemes(page);

  const card = page.getByRole('group', { name: 'Changes to approve' });
  await expect(card).toContainText(NOTES_HOST);
  await expect(page.getByRole('checkbox', { name: /add_note/ })).toHaveCount(0);
  await card.getByRole('button', { name: /^Approve/ }).click();
  await expect(card).toContainText('Approved changes');
  for (const name of CURATED) {
    await expect(page.getByRole('checkbox', { name: new RegExp(`\\b${name}\\b`) })).toBeVisible();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);

  await page.getByRole('tab', { name: 'Report' }).click();
  const report = page.getByRole('tabpanel');
  await expect(report.getByText('pass', { exact: true }).first()).toBeVisible();
  await expect(report.getByText('fail', { exact: true })).toHaveCount(0);
  expect(requestsOf(NO_KEY).length - 1).toBeLessThanOrEqual(MOST_REQUESTS);
});
