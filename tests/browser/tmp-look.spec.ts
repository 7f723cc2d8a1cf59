import { openGate, scriptModel, type ModelAnswer } from '../fakes/model-script.ts';
import { answers, composer, openChat, say, settled } from './setup/chat-page.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

const KEY = 'sk-look';
test.use({
  variables: {
    MODEL_PROVIDERS: JSON.stringify([
      {
        kind: 'openai-compatible',
        baseUrl: 'https://api.openai.com/v1',
        model: 'scripted',
        label: 'Scripted model',
        keyVariable: 'MODEL_KEY',
        price: { input: 3, output: 15 },
      },
    ]),
    MODEL_KEY: KEY,
  },
});
const play = (...given: ModelAnswer[]) => scriptModel(KEY, { answers: given });
const call = (tool: string, input: unknown) => ({ call: tool, input });
const ROOM = 'https://orders.example.net/look';

test('look', async ({ page }) => {
  const shot = async (name: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [width, height] of [
        [1280, 900],
        [360, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(150);
        await expectNoSidewaysScroll(page);
        await page.screenshot({ path: `/tmp/cards/shots/${name}-${scheme}-${width}.png` });
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      await expectAccessible(page);
    }
  };
  const id = await openChat(page);
  const source = `export default async (args, context) => {\n  const orders = await context.json('orders', { path: '/look/orders' });\n  return { count: orders.length };\n};\n`;
  play(
    {
      lines: [
        { say: 'I set the server up in three steps.' },
        call('propose_plan', {
          goal: 'A server that counts the orders of the shop',
          steps: [
            'Add the tool that lists orders',
            'Count them in code',
            'Try both against the real API',
          ],
          assumed: ['Orders are counted, not their items', 'Only reading is needed'],
        }),
        call('upsert_tool', {
          name: 'list_orders',
          description: 'Lists orders.',
          request: { method: 'GET', url: `${ROOM}/orders` },
        }),
        call('upsert_tool', {
          name: 'count_orders',
          description: 'Counts the orders of the shop.',
          code: { source },
        }),
      ],
    },
    {
      lines: [
        call('propose_plan', { done: [1, 2] }),
        call('run_tool', { name: 'list_orders', arguments: {}, upstream: 'real' }),
      ],
      usage: { input: 11_000, cached: 9000, output: 350 },
    },
    {
      lines: [
        { say: 'The server lists and counts orders. ' },
        { gate: 'a' },
        { say: 'The counting tool was tried on the mock only.' },
      ],
    },
  );
  await composer(page).fill(`Count the orders of ${ROOM} please`);
  await composer(page).press('Enter');
  await expect(answers(page)).toContainText('The server lists and counts orders.');
  await shot('1-running');
  openGate('a');
  await settled(page);
  await shot('2-plan-and-offer');
  // real calls from now on
  const draft = await (await page.request.get(`/api/drafts/${id}`)).json();
  await page.request.patch(`/api/drafts/${id}`, {
    headers: { 'sec-fetch-site': 'same-origin', 'if-match': `"${draft.revision}"` },
    data: { environment: 'test' },
  });
  const next = source.replace(
    'const orders =',
    "// Sends a copy to the archive.\n  await context.fetch('archive', { method: 'POST', path: '/copies', body: JSON.stringify(args) });\n  const orders =",
  );
  play(
    {
      lines: [
        call('set_upstream', { id: 'archive', baseUrl: 'https://archive.example.org/v1' }),
        call('upsert_tool', { name: 'count_orders', code: { source: next } }),
        call('upsert_tool', {
          name: 'get_copy',
          description: 'Gets one copy from the archive. '.repeat(8),
          request: { method: 'GET', url: 'https://archive.example.org/v1/copies/{id}' },
          arguments: [{ name: 'full', type: 'boolean', in: 'query', description: 'All of it.' }],
        }),
        call('run_tool', { name: 'count_orders', arguments: {}, upstream: 'real' }),
      ],
    },
    { lines: [{ say: 'Copies go to the archive once you approve it.' }] },
  );
  await say(page, 'Keep copies as well');
  const card = page.getByRole('region', { name: 'Changes to approve' });
  await card.scrollIntoViewIfNeeded();
  await expect(card.getByRole('region', { name: /^code of/ }).first()).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await card.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await shot('3-change-set');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 2600 });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await card.evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await card.screenshot({ path: `/tmp/cards/shots/4-card-${width}-${scheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: /^Keep as the mock/ }).click();
  await expect(page.getByText('kept for the mock')).toBeVisible();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText('Approved changes')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 2000 });
  await page.screenshot({ path: `/tmp/cards/shots/5-approved-360.png` });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: /^Model: / }).click();
  await page.getByRole('menuitem', { name: 'Connect a model…' }).click();
  await page.getByRole('radio', { name: 'OpenRouter' }).check();
  await page.getByLabel('Output').scrollIntoViewIfNeeded();
  await shot('6-connect');
});
