import type { BrowserContext, Page } from '@playwright/test';

import { OPEN_CORS, type TestServer } from '../tester/servers/serve-http.ts';
import { startFixture } from '../tester/servers/start-fixture.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  readClipboard,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startFixture({ cors: OPEN_CORS });
});
test.afterAll(() => server.stop());

/** The addresses that the browser has asked of the server. */
async function watchServer(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(`${new URL(server.url).origin}/**`, (route) => {
    asked.push(`${route.request().method()} ${route.request().url()}`);
    return route.continue();
  });
  return asked;
}

const field = (page: Page) => page.getByLabel('Address of the server, or a configuration');
const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true });
const settings = (page: Page) => page.locator('summary').filter({ hasText: 'Settings' });
const facts = (page: Page) => page.getByRole('list', { name: 'Connection' });
const list = (page: Page) => page.getByRole('navigation', { name: 'Servers' });

test('a link offers a server, and nothing is asked before a click; how it is spoken to is always shown', async ({
  page,
  context,
}) => {
  const asked = await watchServer(context);
  const query = new URLSearchParams({ url: server.url, name: 'Fixture', tab: 'overview' });
  await page.goto(`/client?${query.toString()}`);
  await untilAlive(page);
  await expect(page.getByText('This link offers a server')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  expect(asked).toEqual([]);

  await connect(page).click();
  await expect(page.getByRole('heading', { name: 'Fixture', level: 1 })).toBeVisible();
  await expect(facts(page)).toContainText(
    'Streamable HTTP · 2026-07-28 · Modern era · Direct from this browser',
  );
  await expect(page.getByRole('tabpanel')).toContainText('Add before you ask.');
  await expect(page).toHaveURL(/\/client\?tab=overview&server=/);
  await expectAccessibleInBothSchemes(page);

  await test.step('at another revision, by the keyboard', async () => {
    await page.getByRole('button', { name: 'Settings' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Protocol revision').selectOption('2025-06-18');
    await page.getByLabel('Address', { exact: true }).press('Enter');
    await expect(facts(page)).toContainText('2025-06-18 · Legacy era');
  });

  await test.step('and is kept without being connected to', async () => {
    asked.length = 0;
    await page.reload();
    await untilAlive(page);
    await expect(page.getByRole('button', { name: /^Connect to 127/ })).toBeVisible();
    await expect(facts(page)).toContainText('2025-06-18');
    expect(asked).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });
});

test('a configuration adds its servers, several are connected, and none leaves with a secret', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await watchServer(context);
  await page.goto('/client');
  await untilAlive(page);
  const secret = 'of-this-browser-alone';
  await field(page).fill(
    JSON.stringify({
      mcpServers: {
        first: { url: server.url, headers: { 'X-Api-Key': secret } },
        second: { url: `${server.url}?second=1` },
        files: { command: 'npx', args: ['-y', '@acme/files', '.'], env: { KEY: secret } },
      },
    }),
  );
  const found = page.getByRole('region', { name: 'Servers found' });
  await expect(found).toContainText('a web page cannot start programs');
  await expect(found).toContainText('KEY=… npx -y supergateway --stdio "npx -y @acme/files ."');
  await expect(found).not.toContainText(secret);
  await found.getByRole('button', { name: 'Add all 2' }).click();

  for (const name of ['first', 'second']) {
    await list(page).getByRole('button', { name }).click();
    await connect(page).click();
    await expect(facts(page)).toContainText('2026-07-28');
  }
  await expect(list(page).getByText('Connected')).toHaveCount(2);

  await test.step('a server that is left keeps its tab', async () => {
    const select = async (name: string) => {
      await list(page).getByRole('button', { name }).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    };
    await select('first');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await select('second');
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute(
      'aria-selected',
      'false',
    );
    await select('first');
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  await test.step('link and configuration leave the secret out', async () => {
    await page.getByRole('button', { name: /^Copy a link/ }).click();
    const link = await readClipboard(page, '/client?url=');
    expect(link).toContain(encodeURIComponent(server.url));
    expect(link).not.toContain(secret);
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByText('VS Code').click();
    await dialog.getByLabel('All 2 servers').check();
    await expect(dialog).toContainText('${input:first-x-api-key}');
    await expect(dialog).not.toContainText(secret);
    await dialog.getByLabel('With header values and tokens').check();
    await expect(dialog).toContainText(secret);
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
  });

  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain('X-Api-Key');
  expect(stored).not.toContain(secret);
});

test('a server that lets no other origin read it is reached by the relay, and the reason is shown', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/CORS policy|ERR_FAILED/);
  const closed = await startFixture({ cors: {} });
  try {
    await page.goto('/client');
    await untilAlive(page);
    await field(page).fill(closed.url);
    await connect(page).click();
    await expect(facts(page)).toContainText('Modern era · Through the relay');
    await expect(page.getByText(/browser got no readable answer/)).toBeVisible();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('Add before you ask.');
  } finally {
    await closed.stop();
  }
});

test('no server at an address is explained, and the settings that help are a click away', async ({
  page,
  context,
  allowConsoleError,
}) => {
  // The relay is asked whether the server runs.
  allowConsoleError(/ERR_CONNECTION_REFUSED|ERR_FAILED|CORS policy|status of (404|5\d\d|403)/);
  await watchServer(context);
  const gone = await startFixture();
  await gone.stop();
  await context.route(`${new URL(gone.url).origin}/**`, (route) => route.continue());
  // The fixture itself answers at every path.
  await context.route(server.url.replace('/mcp', '/other'), (route) =>
    route.fulfill({ status: 404, headers: OPEN_CORS }),
  );
  await page.goto('/client');
  await untilAlive(page);
  await field(page).fill('not an address');
  await connect(page).click();
  await expect(page.getByText('This is no address.')).toBeVisible();

  // Without a scheme, as people type it.
  await field(page).fill(gone.url.replace('http://', ''));
  await settings(page).click();
  await page.getByRole('radio', { name: 'From this browser' }).check();
  await connect(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('only your browser can reach it');
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('button', { name: 'Settings' }).first().click();
  await page.getByLabel('Address', { exact: true }).fill(server.url.replace('/mcp', '/other'));
  await page.getByRole('button', { name: 'Save' }).click();
  await connect(page).click();
  await expect(alert).toContainText('most servers answer at /mcp');
  await alert.getByRole('button', { name: 'Try /mcp' }).click();
  await expect(facts(page)).toContainText('2026-07-28');
});

test('a server of the account is there in another browser, without its secrets', async ({
  page,
  context,
  browser,
  site,
}) => {
  await watchServer(context);
  const { email } = await signInAs(page);
  await page.goto('/client');
  await untilAlive(page);
  await field(page).fill(server.url);
  await settings(page).click();
  await page.getByLabel('Name', { exact: true }).fill('Of the account');
  await page.getByText('Bearer token').click();
  await page.getByLabel('Token', { exact: true }).fill('secret-of-the-account');
  await page.getByText('In your account').click();
  await connect(page).click();
  await expect(facts(page)).toContainText('2026-07-28');

  const other = await browser.newContext({ baseURL: site.url });
  const elsewhere = await other.newPage();
  await signInAs(elsewhere, { email });
  await elsewhere.goto('/client');
  await untilAlive(elsewhere);
  await elsewhere.getByRole('button', { name: /Of the account/ }).click();
  // A token that is not here is asked for.
  await connect(elsewhere).click();
  await expect(elsewhere.getByText('Enter the token.')).toBeVisible();
  await expect(elsewhere.getByLabel('Token', { exact: true })).toHaveValue('');
  await elsewhere.getByRole('button', { name: 'Remove' }).click();
  await expect(list(elsewhere)).not.toContainText('Of the account');
  await other.close();
});
