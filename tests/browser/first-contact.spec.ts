import { expect, test, type Page } from '@playwright/test';

import siteMap from '../../app/routes.ts';
import { untilAlive } from './setup/page-test.ts';
import { startApp, type StartedApp } from './setup/started-app.ts';

const REQUEST = 'GET https://api.example.com/v1/users/{id}';
/** A first visit of a development server compiles what it shows. */
const PATIENCE = { timeout: 120_000 };
/** The first start of a clone builds the app, on a machine that has other things to do as well. */
const START_MS = 480_000;

const answers = (page: Page) => page.getByRole('article', { name: 'Builder' });

/** Types a request where nobody has been yet, as soon as the page takes it. */
async function request(page: Page, url: string) {
  await page.goto(url);
  const build = page.getByRole('form').getByRole('button', { name: /^Build/ });
  await expect(async () => {
    await page.getByRole('textbox', { name: 'API document or its address' }).fill('');
    await page.getByRole('textbox', { name: 'API document or its address' }).fill(REQUEST);
    await expect(build).toBeEnabled({ timeout: 1_000 });
  }).toPass(PATIENCE);
  await build.click();
}

/** The server on the screen has a tool; it is called with an id. */
async function callTool(page: Page) {
  await expect(page.getByRole('checkbox', { name: /user/ })).toBeVisible(PATIENCE);
  await page.getByRole('tab', { name: 'Try it' }).click();
  const form = page.getByRole('form', { name: /^Arguments of/ });
  await form.getByRole('textbox', { name: /^id\b/ }).fill('7', PATIENCE);
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText(/\d+ ms/).first()).toBeVisible(PATIENCE);
}

for (const command of ['start', 'dev'] as const) {
  test.describe(`npm run ${command}`, () => {
    test.describe.configure({ mode: 'serial', timeout: START_MS });
    let app: StartedApp;
    test.beforeAll(async () => {
      test.setTimeout(START_MS);
      app = await startApp(command);
    });
    test.afterAll(() => app.close());

    test('a request typed on the start page becomes a tool that can be called', async ({
      page,
    }) => {
      await request(page, app.url);
      await expect(page).toHaveURL(/\/chat\//, PATIENCE);
      await callTool(page);
    });

    test('what is typed before the page has its scripts stays, and so does the cursor', async ({
      page,
    }) => {
      const scripts = Promise.withResolvers<void>();
      await page.route('**', async (route) => {
        if (route.request().resourceType() === 'script') await scripts.promise;
        await route.continue();
      });
      await page.goto(app.url, { waitUntil: 'commit' });
      const field = page.getByRole('textbox', { name: 'API document or its address' });
      await expect(field).toBeFocused();
      await page.keyboard.type('List tickets by status');
      for (let step = 0; step < ' by status'.length; step += 1) {
        await page.keyboard.press('ArrowLeft');
      }
      scripts.resolve();
      await expect(page.getByRole('button', { name: /^Build/ })).toBeEnabled(PATIENCE);
      await page.keyboard.type(' and users');
      await expect(field).toHaveValue('List tickets and users by status');
      await expect(field).toBeFocused();
    });

    test('the first click on each demo is answered, and makes tools that can be called', async ({
      page,
    }) => {
      for (const demo of ['/chat-demo', '/chat-demo-simple']) {
        await test.step(demo, async () => {
          await page.goto(`${app.url}${demo}`);
          await untilAlive(page);
          await page.getByRole('button', { name: /Add a tool that gets/ }).click();
          await expect(answers(page)).toContainText('get_user', PATIENCE);
          await page.getByRole('link', { name: 'Open the server of this chat' }).click();
          await callTool(page);
        });
      }
      for (const demo of ['/mock', '/chat-demo-mock']) {
        await test.step(demo, async () => {
          await page.goto(`${app.url}${demo}`);
          await untilAlive(page);
          await page.getByRole('button', { name: 'Build a server for orders' }).click();
          await expect(answers(page)).toContainText('list_orders', PATIENCE);
        });
      }
    });
  });
}

/** Paths of the site map; `id` stands for a chat. */
function listPaths(id: string): string[] {
  return siteMap.flatMap(({ path = '' }) => `/${path.replace(':id', id).replace('*', 'nowhere')}`);
}

test('the development server reloads no page because of a dependency', async ({ page }) => {
  test.setTimeout(2 * START_MS);
  const app = await startApp('dev');
  try {
    const outdated: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 504) outdated.push(response.url());
    });
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await request(page, app.url);
    await expect(page.getByRole('checkbox', { name: /user/ })).toBeVisible(PATIENCE);
    const [id = ''] = /[^/]+$/.exec(new URL(page.url()).pathname) ?? [];
    for (const tab of ['Files', 'History', 'Report', 'Tools']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.waitForLoadState('networkidle');
    }
    expect(loads, 'loads of the start page, which leads to the chat').toBe(1);
    for (const path of listPaths(id)) {
      loads = 0;
      await page.goto(`${app.url}${path}`);
      await page.waitForLoadState('networkidle');
      // What is loaded when the page is idle comes after that.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await page.waitForLoadState('networkidle');
      expect(loads, `loads of ${path}`).toBe(1);
    }
    expect(outdated).toEqual([]);
    expect(app.output()).not.toMatch(/new dependencies optimized|optimized dependencies changed/);
  } finally {
    await app.close();
  }
});
