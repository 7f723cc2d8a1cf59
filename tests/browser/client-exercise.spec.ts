import type { BrowserContext, Page } from '@playwright/test';

import { isJsonObject } from '#app/runtime/json.ts';

import { OPEN_CORS, serveHttp, type TestServer } from '../tester/servers/serve-http.ts';
import { startEverything } from '../tester/servers/start-everything.ts';
import { startFixture } from '../tester/servers/start-fixture.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';

const servers: TestServer[] = [];
test.afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** Offers a server by a link, and connects to it. */
async function connect(
  page: Page,
  context: BrowserContext,
  starting: Promise<TestServer>,
  more: Record<string, string> = {},
) {
  const server = await starting;
  servers.push(server);
  await context.route(`${new URL(server.url).origin}/**`, (route) => route.continue());
  const query = new URLSearchParams({ url: server.url, name: 'Tested', tab: 'tools', ...more });
  await page.goto(`/client?${query.toString()}`);
  await untilAlive(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Tools' })).toBeVisible();
}

const tool = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Tools' })
    .getByRole('button', { name: new RegExp(`^${name}\\b`) });
const call = (page: Page) => page.getByRole('button', { name: /^Call/ });
const result = (page: Page) => page.getByRole('region', { name: 'Result' });

test('the reference server: forms, results of each kind, progress, a task, resources and prompts', async ({
  page,
  context,
}) => {
  await connect(page, context, startEverything());
  await tool(page, 'get-sum').click();
  await page.getByLabel('a', { exact: true }).fill('2');
  await page.getByLabel('b', { exact: true }).fill('3');
  await page.keyboard.press('Control+Enter');
  await expect(result(page)).toContainText('The sum of 2 and 3 is 5.');
  await expectAccessibleInBothSchemes(page);

  await test.step('structured content, a picture, links and embedded resources', async () => {
    await tool(page, 'get-structured-content').click();
    await call(page).click();
    await expect(result(page)).toContainText('Matches the output schema');
    await tool(page, 'get-tiny-image').click();
    await call(page).click();
    await expect(result(page).getByRole('img')).toBeVisible();
    await expect(result(page)).toContainText(/\d+ × \d+/);
    await tool(page, 'get-resource-links').click();
    await call(page).click();
    await result(page).getByRole('button', { name: 'Read resource' }).first().click();
    await expect(page.getByRole('region', { name: 'Linked resource' })).toContainText('demo://');
    await expectAccessible(page);
  });

  await test.step('progress, and the end of a call', async () => {
    await tool(page, 'trigger-long-running-operation').click();
    await call(page).click();
    await expect(result(page).getByRole('progressbar')).toBeVisible();
    await result(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(result(page)).toContainText('Cancelled');
  });

  await test.step('a template and a prompt are completed', async () => {
    await page.getByRole('tab', { name: 'Prompts' }).click();
    await page.getByRole('button', { name: /^completable-prompt/ }).click();
    await page.getByRole('combobox').first().fill('E');
    await page.getByRole('option').first().click();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Resources' }).click();
    await page
      .getByRole('button', { name: /template/ })
      .first()
      .click();
    await page.getByRole('combobox').first().fill('1');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(page.getByText(/^\d+ ms$/)).toBeVisible();
    await expectAccessible(page);
  });
});

for (const era of ['2026-07-28', 'legacy']) {
  test(`our fixture, ${era}: the server asks, is answered, and what is subscribed to changes`, async ({
    page,
    context,
  }) => {
    await connect(page, context, startFixture({ cors: OPEN_CORS }), { era });
    await tool(page, 'ask_name').click();
    await call(page).click();
    const question = page.getByRole('region', { name: 'The server asks you' });
    await question.getByLabel('name').fill('Ada');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Accept' }).click();
    await expect(result(page)).toContainText('Hello, "Ada"');
    await page.getByRole('tab', { name: 'Resources' }).click();
    await page.getByRole('button', { name: /^clock/ }).click();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Subscribed. No update so far.')).toBeVisible();
    await page.getByRole('tab', { name: 'Tools' }).click();
    await tool(page, 'touch').click();
    await call(page).click();
    await expect(result(page)).toContainText('The clock was touched.');
    await page.getByRole('tab', { name: 'Resources' }).click();
    await expect(page.getByRole('button', { name: 'Changed: read again' })).toBeVisible();
    await page.getByRole('tab', { name: 'Client' }).click();
    await expectAccessible(page);
  });
}

/** 2,000 tools, of which the first answers with 10 MB and the second with hostile Markdown. */
function startHostile(): Promise<TestServer> {
  const tools = Array.from({ length: 2_000 }, (_, index) => ({
    name: index === 1 ? 'tool_1\u202E' : `tool_${index}`,
    description: `Number ${index}`,
    inputSchema: { type: 'object' },
  }));
  const texts: Record<string, string> = {
    tool_0: 'x'.repeat(10_000_000),
    'tool_1\u202E': '# Hi\n\n![p](https://evil.example/p.png) [go](javascript:alert(1))',
  };
  const initialized = {
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'hostile', version: '1' },
    capabilities: { tools: {} },
  };
  return serveHttp(
    async (request) => {
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      const message: unknown = await request.json();
      const { id, method, params } = isJsonObject(message) ? message : {};
      const name = isJsonObject(params) ? String(params['name']) : '';
      if (id === undefined) return new Response(null, { status: 202 });
      const results: Record<string, unknown> = {
        initialize: initialized,
        'tools/list': { tools },
        'tools/call': { content: [{ type: 'text', text: texts[name] ?? 'done' }] },
      };
      const answer = results[String(method)];
      const body = answer
        ? { jsonrpc: '2.0', id, result: answer }
        : { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
      return new Response(JSON.stringify(body), {
        headers: { 'content-type': 'application/json' },
      });
    },
    { cors: OPEN_CORS },
  );
}

test('a hostile server: 2,000 tools, 10 MB, hidden characters and Markdown that loads nothing', async ({
  page,
  context,
}) => {
  await connect(page, context, startHostile(), { era: 'legacy' });
  expect(
    await page.getByRole('list', { name: 'Tools' }).getByRole('listitem').count(),
  ).toBeLessThan(60);
  await call(page).click();
  await expect(result(page)).toContainText('The first 100,000 of 10,000,000 characters');
  const saving = page.waitForEvent('download');
  await result(page).getByRole('button', { name: 'Download text' }).click();
  expect((await saving).suggestedFilename()).toBe('result.txt');
  await page.getByRole('button', { name: /^tool_1U\+202E/ }).click();
  await call(page).click();
  await expect(result(page).getByRole('heading', { name: 'Hi' })).toBeVisible();
  await expect(result(page).getByRole('link', { name: 'Open picture' })).toBeVisible();
  expect(await result(page).locator('img, a[href^=javascript]').count()).toBe(0);
  await page.getByRole('searchbox', { name: 'Search 2,000 tools' }).fill('1999');
  await page.getByRole('button', { name: /^tool_1999/ }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('article', { name: 'tool_1999' })).toBeVisible();
  await expectAccessible(page);
});
