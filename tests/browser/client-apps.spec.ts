import type { Page } from '@playwright/test';

import type { TestServer } from '../tester/servers/serve-http.ts';
import { startApps } from '../tester/servers/start-apps.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './setup/page-test.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startApps();
});
test.afterAll(() => server.stop());

/** Opens the app of the server by a call of its tool. */
async function openApp(page: Page) {
  await page.goto(`/client?${new URLSearchParams({ url: server.url, tab: 'apps' }).toString()}`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('tab', { name: 'Apps' }).click();
  const form = page.getByRole('form', { name: 'Arguments of tally' });
  await form.getByRole('textbox', { name: 'a', exact: true }).fill('20');
  await form.getByRole('textbox', { name: 'b', exact: true }).fill('22');
  await form.getByRole('button', { name: 'Call' }).click();
  const app = page.frameLocator('iframe[title="App of tally"]').frameLocator('iframe');
  await expect(app.locator('#result')).toHaveText('result 42');
  return app;
}

test('a tool’s app runs apart from everything, and asks before it acts', async ({
  page,
  allowConsoleError,
}) => {
  // What the app tries and may not do is an error there.
  allowConsoleError(
    /status of 405|evil\.example|Content Security Policy|Blocked a frame|Unsafe attempt|docs\.example/,
  );
  const app = await openApp(page);
  await expect(app.locator('#theme')).toHaveText('theme light');
  await expect(app.locator('#input')).toHaveText('input {"a":20,"b":22}');

  await expect(app.locator('#attempts li')).toHaveText([
    'page around: SecurityError',
    'page on top: SecurityError',
    'storage: SecurityError',
    'leaving: SecurityError',
    'another host: TypeError',
    'own host: done',
  ]);

  await app.getByRole('button', { name: 'Call add' }).click();
  const consent = page.getByRole('region', { name: 'The app asks to call a tool' });
  await expect(consent).toContainText('add');
  await expectAccessible(page);
  await consent.getByRole('button', { name: 'Refuse' }).click();
  await expect(app.locator('#answer')).toContainText('refused: ');
  await app.getByRole('button', { name: 'Call add' }).click();
  await consent.getByRole('button', { name: 'Allow while the app runs' }).click();
  await expect(app.locator('#answer')).toContainText('sum 5');
  await app.getByRole('button', { name: 'Call for the model' }).click();
  await expect(app.locator('#answer')).toContainText('refused: ');
  await app.getByRole('button', { name: 'Call add' }).click();
  await expect(app.locator('#answer')).toContainText('sum 5');
  await app.getByRole('button', { name: 'Read the note' }).click();
  await expect(app.locator('#answer')).toContainText('A note.');

  await app.getByRole('button', { name: 'Open a script' }).click();
  await expect(app.locator('#answer')).toContainText('isError');
  await app.getByRole('button', { name: 'Open the docs' }).click();
  const link = page.getByRole('link', { name: 'Open the page' });
  await expect(link).toHaveAttribute('href', 'https://docs.example.com/app');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await page.getByRole('button', { name: 'Refuse' }).click();

  const frame = page.locator('iframe[title="App of tally"]');
  await app.getByRole('button', { name: 'Grow' }).click();
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(500);
  await expect(page.getByRole('region', { name: 'What the app did' })).toContainText('called add');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
