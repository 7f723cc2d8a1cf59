import type { Page } from '@playwright/test';

import { loadProof } from '../../scripts/proof/load-proof.ts';
import { DraftAnswer } from '../setup/make-draft.ts';
import { openChat, say } from './setup/chat-page.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';

const composer = (page: Page) => page.getByRole('textbox', { name: 'API document or its address' });
const running = (page: Page) => page.getByRole('region', { name: 'Weather, a running server' });

test('beside the composer stands a running server, as true as the draft of its template', async ({
  page,
}) => {
  await page.goto('/');
  const tools = running(page).getByRole('list', { name: 'Tools of Weather' });
  await expect(tools.getByRole('listitem')).toHaveText([
    /^find_place/,
    /^get_forecast/,
    /^get_air_quality/,
  ]);
  await expect(running(page)).toContainText('find_place { "name": "Lisbon" }');
  const shown = await running(page).getByLabel('Answer of find_place').innerText();

  const made = await page.request.post('/api/drafts', {
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    data: { template: 'weather' },
  });
  const draft = DraftAnswer.parse(await made.json());
  const answer = await page.request.post(`/mcp/d/${draft.id}`, {
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${draft.token}`,
    },
    data: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find_place', arguments: { name: 'Lisbon' } },
    },
  });
  const [, body = ''] = /^(?:data: )?(\{.*\})$/m.exec(await answer.text()) ?? [];
  expect(JSON.parse(shown)).toEqual(JSON.parse(body).result.structuredContent);
  const report = await (await page.request.get(`/api/drafts/${draft.id}/report`)).json();
  expect(report.verdict).toEqual({ kind: 'ready' });
  await expect(running(page)).toContainText('Ready');
  await expect(page.getByText(`Score ${report.score} of 100`, { exact: true })).toBeVisible();
});

const suite = (page: Page) =>
  page.getByRole('region', { name: 'Tested with the official conformance suite' });

test('somebody new finds proof, with the figures of the repository and links to how they were found', async ({
  page,
}) => {
  const { conformance, calls } = loadProof('.', () => {});
  await page.goto('/');
  for (const { revision, scored, met } of conformance) {
    const badge = suite(page).getByText(`Revision ${revision}: ${met} of ${scored} scenarios met`);
    await expect(badge.first()).toBeVisible();
  }
  const speed = page.getByRole('table', { name: 'Calls per second' });
  await expect(speed.getByRole('row')).toHaveCount(6);
  // Browsers centre the head of a column by themselves.
  const head = speed.getByRole('columnheader', { name: 'Server' });
  await expect(head).toHaveCSS('text-align', 'start');
  const ours = calls.rows.find(({ label }) => label === 'ours, each call logged');
  await expect(speed.getByRole('row', { name: /^Made here/ })).toContainText(
    String(ours?.rate.toLocaleString('en')),
  );
  const report = page.getByRole('list', { name: 'Readiness report of Weather' });
  await report.getByText('Protocol', { exact: true }).click();
  await expect(report.getByText(/2026-07-28/).first()).toBeVisible();

  const html = await (await page.request.get('/')).text();
  expect(
    html.split('Tested with the official conformance suite'),
    'once, and not again for the scripts',
  ).toHaveLength(2);
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map(String));
  expect(links.length).toBeGreaterThan(15);
  for (const link of new Set(links)) {
    const { pathname, hash } = new URL(link);
    const answer = await page.request.get(pathname);
    expect(answer.status(), pathname).toBe(200);
    if (hash) expect(await answer.text(), link).toContain(`id="${hash.slice(1)}"`);
  }
});

test('the proof is there without scripts, and for who comes from another page', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const plain = await context.newPage();
  await plain.goto('/');
  await expect(suite(plain)).toBeVisible();
  await context.close();
  await page.goto('/docs');
  await untilAlive(page);
  await page.getByRole('link', { name: 'MCP Builder', exact: true }).click();
  await expect(suite(page)).toBeVisible();
  await expect(running(page)).toBeVisible();
  await page.getByRole('button', { name: /^Currency rates/ }).click();
  await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
});

test('the composer stands above the fold', async ({ page }) => {
  for (const [width, height] of [
    [360, 640],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const box = await page.getByRole('form', { name: 'Import a document' }).boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0), `${width} × ${height}`).toBeLessThan(height);
  }
});

test('each tool of the running server opens its own call, without scripts as well', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto('/');
  await running(page).getByText('get_air_quality', { exact: true }).click();
  await expect(running(page).getByText('"european_aqi": 28')).toBeVisible();
  await expect(running(page).getByLabel('Answer of find_place')).toBeHidden();
  await context.close();
});

test('whoever comes back finds their servers first, and others do not see them', async ({
  page,
  browser,
}) => {
  const id = await openChat(page);
  await say(page, 'Add a tool that gets https://api.example.com/parcels/{id}');
  await page.goto('/');
  const recent = page.getByRole('navigation', { name: 'Your recent servers' });
  await expect(recent.getByRole('link')).toHaveCount(1);
  await expect(suite(page)).toHaveCount(0);
  const top = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())?.y ?? 0;
  expect(await top(recent)).toBeLessThan(await top(running(page)));
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await recent.getByRole('link').click();
  await expect(page).toHaveURL(`/chat/${id}`);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(new URL('/', page.url()).href);
  await expect(running(stranger)).toBeVisible();
  await expect(stranger.getByRole('navigation', { name: 'Your recent servers' })).toHaveCount(0);
  await stranger.context().close();
});

test('the composer has the focus on a desktop, and rests as "Build"', async ({ page }) => {
  await page.goto('/');
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole('button', { name: /^Build/ })).toBeDisabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('no keyboard opens by itself, and the running server fits', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(composer(page)).not.toBeFocused();
    await running(page).getByText('get_forecast', { exact: true }).click();
    await expect(running(page).getByLabel('Answer of get_forecast')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test('what is typed while the server is begun stands in the chat', async ({ page }) => {
  await page.goto('/');
  const isTyped = Promise.withResolvers<void>();
  await page.route('**/api/chats', async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  const request = 'Add a tool that gets https://api.example.com/parcels/{id}';
  await composer(page).fill(request);
  const asked = page.waitForRequest('**/api/chats');
  await page.getByRole('button', { name: /^Build/ }).click();
  await asked;
  await composer(page).fill(`${request}\n\nand then one that lists them`);
  isTyped.resolve();
  await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
  await expect(page.getByRole('article', { name: 'You' })).toHaveText(request);
  const next = page.getByRole('textbox', { name: 'Message to the builder' });
  await expect(next).toHaveValue('and then one that lists them');
  await page.goto('/');
  await expect(composer(page)).toHaveValue('');
});

test('a megabyte of text becomes a file that survives a reload, a removal and a failed import', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 4\d\d/);
  await page.goto('/', { waitUntil: 'networkidle' });
  const megabyte = 'All work and no play makes a dull server. '.repeat(25_000);
  await page.evaluate((text) => navigator.clipboard.writeText(text), megabyte);
  await composer(page).focus();
  await page.keyboard.press('Control+v');
  const chip = page.getByText('Pasted text', { exact: true });
  await expect(chip).toBeVisible();
  await expect(page.getByText('1.1 MB')).toBeVisible();
  await page.reload({ waitUntil: 'networkidle' });
  await expect(chip).toBeVisible();
  await page.getByRole('button', { name: 'Remove Pasted text' }).click();
  await expect(page.getByText('Pasted text was removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1.1 MB')).toBeVisible();
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByText('1.1 MB')).toBeVisible();
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This is plain text' })).toBeVisible();
  await expect(chip).toBeVisible();
});

test('emoji alone and text from right to left are sent as they are, and nothing is lost', async ({
  page,
}) => {
  for (const text of ['🐙🚀✨', 'أضف أداة تجلب https://api.example.com/users/{id}']) {
    await page.goto('/');
    await composer(page).fill(text);
    const isRightToLeft = /\p{Script=Arabic}/u.test(text);
    await expect(composer(page)).toHaveCSS('direction', isRightToLeft ? 'rtl' : 'ltr');
    await page.getByRole('button', { name: /^Build/ }).click();
    await expect(page).toHaveURL(/\/chat\/[\w-]{22}/);
    await expect(page.getByRole('article', { name: 'You' })).toContainText(text);
    await expect(page.getByRole('article', { name: 'Builder' })).not.toBeEmpty();
  }
});
