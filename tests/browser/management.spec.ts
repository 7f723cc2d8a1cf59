import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

test('a key that may manage is created on the screen, works from a program, and is listed with its rights', async ({
  page,
  site,
}) => {
  await signInAs(page);
  await page.goto('/api-keys');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Deploy script');
  await page.getByRole('checkbox', { name: 'Manage through the API' }).check();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 360, height: 720 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Create key' }).click();
  const token = (await page.getByText(/^mcpb_live_\w+$/).textContent()) ?? '';
  await page.getByRole('button', { name: 'I have copied it' }).click();

  const send = (method: string, path: string, body?: object) =>
    fetch(`${site.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const document = `curl https://upstream.example.net/users/7`;
  const made = await send('POST', '/projects', { document, title: 'Made by a script' });
  expect(made.status).toBe(201);
  const listed = await send('GET', '/projects');
  expect(await listed.json()).toMatchObject({ projects: [{ title: 'Made by a script' }] });

  await page.reload();
  await untilAlive(page);
  const row = page.getByRole('list', { name: 'Keys' }).getByRole('listitem');
  await expect(row).toContainText('Calls and manages all projects');
  await expect(row).not.toContainText('not used yet');
  await page.goto('/my-projects');
  await expect(page.getByRole('link', { name: 'Made by a script' })).toBeVisible();

  await page.goto('/api-keys');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Revoke: Deploy script' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(row).toContainText('Revoked');
  expect((await send('GET', '/projects')).status).toBe(401);
});

test('the API reference is linked from the keys, found in by anchor, and fits a phone', async ({
  page,
  site,
}) => {
  await signInAs(page);
  await page.goto('/api-keys');
  await page.getByRole('link', { name: 'management API' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
  const contents = page.getByRole('navigation', { name: 'Operations' });
  await contents.getByRole('link', { name: 'Publish a version, or roll back' }).click();
  await expect(page).toHaveURL(/#publishVersion$/);
  const section = page.getByRole('region', { name: 'Publish a version, or roll back' });
  await expect(section.getByRole('heading', { level: 3 })).toBeInViewport();
  await expect(section).toContainText(`${site.url}/api/v1/projects/`);
  await section.getByRole('link', { name: 'Endpoint', exact: true }).click();
  const object = page.getByRole('heading', { name: 'Endpoint', level: 3, exact: true });
  await expect(object).toBeInViewport();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 360, height: 720 });
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
});

test('the API reference is whole without scripts', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/docs/api#setSecret`);
  await expect(page.getByRole('region', { name: 'Set a secret' })).toContainText('curl -X PUT');
  await context.close();
});
