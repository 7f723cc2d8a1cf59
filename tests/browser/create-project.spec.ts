import type { Page } from '@playwright/test';
import * as z from 'zod';

import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'https://api.shop.example' }],
  paths: {
    '/orders': {
      get: { operationId: 'list_orders', summary: 'List the orders', responses: { 200: {} } },
    },
  },
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New project' });

async function openDialog(page: Page, start: string): Promise<void> {
  await page.goto('/my-projects');
  await untilAlive(page);
  await page.getByRole('button', { name: 'New project' }).first().click();
  await dialog(page).getByRole('radio', { name: start }).check({ force: true });
}

async function create(page: Page, title: string): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

test('projects begin blank, with a document and with a template; their files are read and downloaded', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signInAs(page);

  await test.step('a blank one says where its tools come from', async () => {
    await openDialog(page, 'Blank');
    await expectAccessibleInBothSchemes(page);
    await dialog(page).getByLabel('Project name').fill('Order desk');
    await create(page, 'Order desk');
    await expect(page.getByRole('link', { name: 'Add tools in the chat' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Add tools in the chat' }).click();
    await expect(page).toHaveURL(/\/chat\//);
  });

  await test.step('one of a document that cannot be read says why, and goes on in the same window', async () => {
    await openDialog(page, 'Document');
    await dialog(page).getByRole('radio', { name: 'Paste' }).check({ force: true });
    await dialog(page).getByLabel('Document text').fill('{"openapi":"3.1.0","paths":{}}');
    await dialog(page).getByRole('button', { name: 'Create project' }).click();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await dialog(page).getByLabel('Document text').fill(DOCUMENT);
    await create(page, 'Shop');
    await expect(page.getByRole('button', { name: 'Publish version 1' })).toBeVisible();
  });

  await test.step('its files are those of the version, with an address each', async () => {
    await page.getByRole('tab', { name: 'Files', exact: true }).click();
    const tree = page.getByRole('navigation', { name: 'Files' });
    await expect(tree).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search files' }).fill('list_orders');
    await page.getByRole('navigation', { name: 'Found files' }).getByRole('button').first().click();
    await expect(page).toHaveURL(/[?&]file=/);
    await expectAccessibleInBothSchemes(page);
    await page.reload();
    await untilAlive(page);
    await expect(tree).toBeVisible();
    const zip = page.getByRole('link', { name: 'Download version 1' });
    const download = page.waitForEvent('download');
    await zip.click();
    expect((await download).suggestedFilename()).toBe('shop.zip');
  });

  await test.step('a template and a chat are chosen from a list', async () => {
    await openDialog(page, 'Chat');
    await expect(dialog(page).getByRole('radio', { name: 'Shop' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await dialog(page).getByRole('radio', { name: 'Template' }).check({ force: true });
    await expectAccessibleInBothSchemes(page);
    await dialog(page).getByRole('radio', { name: 'Currency rates' }).check();
    await dialog(page).getByLabel('Project name').fill('Rates');
    await create(page, 'Rates');
  });

  await test.step('the plan’s last project was the third', async () => {
    await openDialog(page, 'Blank');
    await dialog(page).getByLabel('Project name').fill('One too many');
    await dialog(page).getByRole('button', { name: 'Create project' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('3 projects');
  });

  await test.step('all of it fits a narrow phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.goto('/my-projects');
    await page.getByRole('link', { name: 'Shop' }).click();
    for (const name of ['Files', 'Tools', 'Versions']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await expect(page.getByRole('tabpanel')).toContainText('Version 1');
      await expectNoSidewaysScroll(page);
    }
  });
});

const HEADERS = { 'sec-fetch-site': 'same-origin' };
const KEYED = (summary: string) => ({
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1.0.0' },
  servers: [{ url: 'https://upstream.example.net' }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/me': { get: { operationId: 'get_me', summary, security: [{ key: [] }], responses: {} } },
  },
});

const Known = z.object({
  id: z.string(),
  revision: z.number().optional(),
  slug: z.string().optional(),
  secrets: z.array(z.object({ name: z.string() })).optional(),
});

/** Sends JSON as the page does; throws where the answer is not as it should be. */
async function send(page: Page, method: string, path: string, data: object, more: object = {}) {
  const answer = await page.request.fetch(path, {
    method,
    data,
    headers: { ...HEADERS, ...more },
  });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
  return answer.status() === 204 ? { id: '' } : Known.parse(await answer.json());
}

test('a credential is tested, an address is changed, a document is imported again, and a caller gives a credential', async ({
  page,
  site,
  allowConsoleError,
}) => {
  // The reserved name.
  allowConsoleError(/status of 422/);
  test.setTimeout(180_000);
  site.outside = ({ url, headers }) => {
    if (new URL(url).hostname !== 'upstream.example.net') return undefined;
    const key = headers.get('x-key') ?? '';
    return Response.json({ ok: true }, { status: key.startsWith('wrong') ? 401 : 200 });
  };
  await signInAs(page);
  const draft = await send(page, 'POST', '/api/drafts', KEYED('Who am I'));
  const saved = { draft: draft.id, revision: draft.revision, title: 'Desk' };
  const project = await send(page, 'POST', '/api/projects', saved);
  const name = draft.secrets?.[0]?.name ?? '';
  const path = `/projects/${project.id}`;

  await test.step('a credential is refused and accepted by its API', async () => {
    await page.goto(`${path}?tab=secrets`);
    await untilAlive(page);
    for (const [value, words] of [
      ['wrong key of the API', 'The API refused it (401)'],
      ['good key of the API', 'The API accepted it (200)'],
    ] as const) {
      const replace = page.getByRole('button', { name: `Replace: ${name}` });
      if (await replace.isVisible()) await replace.click();
      await page.getByLabel(`Value of ${name}`).fill(value);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: `Test: ${name}` }).click();
      await expect(page.getByText(words)).toBeVisible();
    }
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('another address has to be confirmed', async () => {
    await page.goto(`${path}?tab=settings`);
    await untilAlive(page);
    await page.getByLabel('Address name').fill('health');
    await page.getByRole('button', { name: 'Change…' }).click();
    const asked = page.getByRole('dialog', { name: 'Change the address' });
    await expectAccessibleInBothSchemes(page);
    await asked.getByRole('button', { name: 'Change the address' }).click();
    await expect(page.getByText('The address name "health" is reserved.')).toBeVisible();
    await page.getByLabel('Address name').fill(`${project.slug}-two`);
    await page.getByRole('button', { name: 'Change…' }).click();
    await asked.getByRole('button', { name: 'Change the address' }).click();
    await expect(page.getByText(`The address is /mcp/${project.slug}-two`)).toBeVisible();
    await page.getByRole('tab', { name: 'Overview' }).click();
    const endpoint = page.getByRole('region', { name: 'Endpoint' }).getByRole('code');
    await expect(endpoint).toHaveText(new RegExp(`/mcp/${project.slug}-two$`));
  });

  await test.step('a newer document is compared with the version in a chat', async () => {
    await page.getByRole('tab', { name: 'Tools', exact: true }).click();
    await page.getByRole('button', { name: 'Import again' }).click();
    await expect(page).toHaveURL(/\/chat\//);
    const again = page.getByRole('dialog', { name: 'Import again' });
    await again.getByText('Paste', { exact: true }).click();
    await again.getByLabel('Document text').fill(JSON.stringify(KEYED('Who calls')));
    await again.getByRole('button', { name: 'See what changes' }).click();
    await expect(again.getByText('Tools: 1 changed')).toBeVisible();
    await again.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/\/chat\/[^?]+$/);
  });

  await test.step('a caller gives a credential on the page of the endpoint', async () => {
    const edits = [{ edit: 'setSecret', name, scope: 'caller' }];
    const match = { 'if-match': `"${draft.revision}"` };
    const edited = await send(page, 'PATCH', `/api/drafts/${draft.id}`, { edits }, match);
    const version = { draft: draft.id, revision: edited.revision, base: 1 };
    await page.request.fetch(`/api/projects/${project.id}/versions`, {
      method: 'POST',
      data: version,
      headers: HEADERS,
    });
    await page.request.fetch(`/api/projects/${project.id}/publication`, {
      method: 'POST',
      data: { version: 2 },
      headers: HEADERS,
    });
    await page.goto(`${path}?tab=secrets`);
    await page.getByRole('link', { name: /\/credentials$/ }).click();
    await expect(page.getByRole('heading', { name: 'Your credentials' })).toBeVisible();
    await expect(page.getByText('Missing')).toBeVisible();
    await page.getByLabel(`Value of ${name}`).fill('a key of my own');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Set', { exact: true })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    for (const tab of ['secrets', 'settings']) {
      await page.goto(`${path}?tab=${tab}`);
      await untilAlive(page);
      await expectNoSidewaysScroll(page);
    }
  });
});
