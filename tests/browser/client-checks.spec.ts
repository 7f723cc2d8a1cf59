import { OPEN_CORS, serveHttp, type TestServer } from '../tester/servers/serve-http.ts';
import { withFault } from '../tester/checks/broken-servers.ts';
import { serveInProcess } from '../tester/checks/serve-in-process.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  readClipboard,
  test,
  untilAlive,
} from './setup/page-test.ts';

const TOKEN = 'a-token-of-the-server-of-this-test';

let server: TestServer;
test.beforeAll(async () => {
  const fault = withFault(serveInProcess(undefined, '127.0.0.1'), ({ request, method }) => {
    const isKnown = request.headers.get('x-token') === TOKEN;
    if (!isKnown && request.method === 'POST') return new Response('Who?', { status: 401 });
    return method === 'resources/read'
      ? Response.json({ jsonrpc: '2.0', id: 1, result: { contents: [] } })
      : null;
  });
  server = await serveHttp(fault, { cors: OPEN_CORS });
});
test.afterAll(() => server.stop());

test('a server is checked, its report shared, and its tools imported with their credential', async ({
  page,
  browser,
  allowConsoleError,
}) => {
  // The checks ask wrong things on purpose, and a deleted report is gone.
  allowConsoleError(/status of 4\d\d/);
  await page.goto('/client');
  await untilAlive(page);
  await page.getByLabel('Address of the server, or a configuration').fill(
    JSON.stringify({
      mcpServers: { checked: { url: server.url, headers: { 'X-Token': TOKEN } } },
    }),
  );
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('tab', { name: 'Checks' }).click();

  await page.getByRole('button', { name: 'Run the checks' }).click();
  const conformance = page.getByRole('region', { name: 'Conformance' });
  await expect(conformance).toBeVisible();
  const found = conformance.locator('[data-check="modern.unknownResource"]');
  await expect(found).toContainText('fail');
  await found.getByText('Evidence').click();
  await expect(found.getByRole('blockquote')).toContainText('servers MUST return');
  await expect(found.getByRole('region', { name: /^Sent/ })).toContainText('x-token: …');
  await expect(page.getByRole('region', { name: 'Hosts' })).toContainText('Nothing to look at');
  await expectAccessible(page);

  await test.step('as a document and behind a link', async () => {
    await page.getByRole('button', { name: 'Copy report as Markdown' }).click();
    const text = await readClipboard(page, '# Checks of Sound');
    expect(text).toContain('`modern.unknownResource`');
    expect(text).not.toContain(TOKEN);
    await page.getByRole('button', { name: 'Share by a link' }).click();
    const link = page.getByRole('link', { name: 'Shared report' });
    const path = (await link.getAttribute('href')) ?? '';
    const stranger = await (await browser.newContext()).newPage();
    await stranger.setViewportSize({ width: 360, height: 700 });
    const address = new URL(path, page.url()).href;
    await stranger.goto(address);
    await expect(stranger.getByRole('heading', { name: 'Checks of Sound' })).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    expect(await stranger.content()).not.toContain(TOKEN);
    await expectNoSidewaysScroll(stranger);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Share by a link' })).toBeVisible();
    expect((await stranger.goto(address))?.status()).toBe(404);
    await stranger.context().close();
  });

  await test.step('into the builder', async () => {
    await page.getByRole('button', { name: 'Import into the builder' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('A server hosted here cannot call this address.');
    await dialog.getByRole('checkbox', { name: 'set_word' }).uncheck();
    await dialog.getByRole('checkbox', { name: /^Store the value of X-Token/ }).check();
    await dialog.getByRole('button', { name: 'Import 2 tools' }).click();
    await expect(page).toHaveURL(/\/chat\//);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const draft: unknown = await (await page.request.get(`/api/drafts/${id}`)).json();
    expect(draft).toMatchObject({ secrets: [{ name: 'SERVER_X_TOKEN', isSet: true }] });
    const text = JSON.stringify(draft);
    expect(text).toContain('get_word');
    expect(text).not.toContain('set_word');
    expect(text).not.toContain(TOKEN);
  });
});
