import type { Page } from '@playwright/test';

import { expect, test, untilAlive } from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

/** Makes a project of a template, of the user of the page. */
async function makeProject(page: Page): Promise<{ id: string; path: string }> {
  const made = await page.request.post('/api/projects/begin', {
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    data: { template: 'weather' },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { id }: { id: string } = await made.json();
  return { id, path: `/projects/${id}` };
}

/** Opens a page whose scripts of such a name come only when they are released. */
async function openWithoutScripts(page: Page, path: string, name = '*'): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}.js`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return held.resolve;
}

/** Counts the requests to our API that change something. */
function countChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !pathname.startsWith('/api/projects')) return;
    changes.push(`${request.method()} ${pathname}`);
  });
  return changes;
}

test('what is done on a project before the page has its scripts is done once they are there', async ({
  page,
}) => {
  await signInAs(page);
  const { id, path } = await makeProject(page);
  const changes = countChanges(page);

  await test.step('a tab opens', async () => {
    const release = await openWithoutScripts(page, path);
    await page.getByRole('tab', { name: 'Versions' }).click();
    release();
    await expect(page.getByRole('tab', { name: 'Versions' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('of several clicks the last one counts, and only once', async () => {
    const release = await openWithoutScripts(page, path);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Publish version 1' }).dblclick();
    release();
    await expect(page.getByText('Live: version 1')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await untilAlive(page);
    expect(changes).toEqual([`POST /api/projects/${id}/publication`]);
    changes.length = 0;
  });

  await test.step('a text stays and counts, and so does the form that it is sent with', async () => {
    const release = await openWithoutScripts(page, `${path}?tab=settings`);
    const name = page.getByRole('textbox', { name: 'Project name' });
    await name.fill('Forecasts');
    release();
    const rename = page.getByRole('button', { name: 'Rename' });
    await expect(rename).toBeEnabled();
    await name.press('End');
    await page.keyboard.type(' of today');
    await rename.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forecasts of today');
    expect(changes).toEqual([`PATCH /api/projects/${id}`]);
    changes.length = 0;
  });

  await test.step('a choice is made once', async () => {
    const release = await openWithoutScripts(page, `${path}?tab=endpoint`);
    await page.getByRole('radio', { name: 'Public' }).click();
    release();
    await expect.poll(() => changes).toEqual([`PATCH /api/projects/${id}`]);
    await untilAlive(page);
    await expect(page.getByRole('radio', { name: 'Public' })).toBeChecked();
    expect(changes).toHaveLength(1);
    await page.reload();
    await untilAlive(page);
    await expect(page.getByRole('radio', { name: 'Public' })).toBeChecked();
    expect(changes).toHaveLength(1);
  });
});

test('a click on a part whose own script is late waits for that script only', async ({ page }) => {
  await signInAs(page);
  const { path } = await makeProject(page);
  const release = await openWithoutScripts(page, `${path}?tab=settings`, 'settings-tab-*');
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.getByRole('textbox', { name: 'Project name' }).fill('Later');
  await page.getByRole('button', { name: 'Delete…' }).click();
  release();
  await expect(page.getByRole('button', { name: 'Rename' })).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'Project name' })).toHaveValue('Later');
  await expect(page.getByRole('button', { name: 'Delete the project' })).toBeVisible();
});

test('an early click opens a window, and a menu that needs no script stays open', async ({
  page,
}) => {
  await signInAs(page);
  await makeProject(page);
  const release = await openWithoutScripts(page, '/my-projects');
  await page.getByRole('button', { name: 'New project' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible();

  const releaseAgain = await openWithoutScripts(page, '/my-projects');
  await page.getByRole('button', { name: 'Theme' }).click();
  releaseAgain();
  await untilAlive(page);
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a click on what is another button by now does nothing', async ({
  page,
  allowConsoleError,
}) => {
  // The page differs from what the server has rendered, so that React renders it anew.
  allowConsoleError(/Minified React error/);
  await signInAs(page);
  const { path } = await makeProject(page);
  const changes = countChanges(page);
  const release = await openWithoutScripts(page, path);
  const publish = page.getByRole('button', { name: 'Publish version 1' });
  await publish.click();
  await publish.evaluate((button) => {
    button.textContent = 'Publish version 7';
  });
  release();
  await untilAlive(page);
  await expect(publish).toBeVisible();
  expect(changes).toEqual([]);
});
