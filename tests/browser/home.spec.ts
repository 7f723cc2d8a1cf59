import { gzipSync } from 'node:zlib';

import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
} from './setup/page-test.ts';

test('the first screen is accessible and fits', async ({ page }) => {
  await page.goto('/');
  const tagline = page.getByRole('heading', { level: 1 });
  await expect(tagline).toHaveText('Build Production-Ready MCP, Not a Demo');
  await expect(page.getByText('Create and manage your MCP servers')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
});

test('the page of an unknown address is accessible and leads home', async ({
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText("The page you're looking for doesn't exist")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Not a Demo/);
});

test('the headline never breaks within a word, however wide the window is', async ({ page }) => {
  await page.goto('/');
  const headline = page.getByRole('heading', { level: 1 });
  for (const width of [280, 320, 360, 390, 430, 480, 520, 640, 767, 768, 900, 1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await headline.evaluate((at) => {
      const text = at.firstChild!;
      const range = document.createRange();
      const start = text.textContent!.indexOf('Production-Ready');
      range.setStart(text, start);
      range.setEnd(text, start + 'Production-Ready'.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines, `lines of "Production-Ready" at ${width} px`).toBe(1);
  }
});

/** How light the page is painted, from 0 to 255; without scripts it is the first paint. */
const brightness = () => {
  const probe = document.createElement('canvas').getContext('2d')!;
  probe.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  probe.fillRect(0, 0, 1, 1);
  return Math.max(...probe.getImageData(0, 0, 1, 1).data.slice(0, 3));
};

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the first paint already has the theme', async ({ browser, baseURL }) => {
    for (const [colorScheme, cookie, isDark] of [
      ['light', null, false],
      ['dark', null, true],
      ['light', 'dark', true],
      ['dark', 'light', false],
    ] as const) {
      const context = await browser.newContext({ colorScheme, javaScriptEnabled: false, baseURL });
      if (cookie) await context.addCookies([{ name: 'theme', value: cookie, url: baseURL! }]);
      const page = await context.newPage();
      await page.goto('/');
      const painted = await page.evaluate(brightness);
      expect(painted < 128, `${colorScheme} device, ${cookie ?? 'no'} choice`).toBe(isDark);
      await context.close();
    }
  });
});

test('the chosen theme stays after a reload', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(brightness)).toBeLessThan(128);
  await page.reload();
  expect(await page.evaluate(brightness)).toBeLessThan(128);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('nothing scrolls sideways, and what can be touched is large enough', async ({
    page,
    allowConsoleError,
  }) => {
    allowConsoleError(/status of 404/);
    for (const address of ['/', '/mcp-builder', '/no-such-page']) {
      await page.goto(address);
      await expectNoSidewaysScroll(page);
    }
    await page.goto('/');
    const buttons = await page.getByRole('button').all();
    expect(buttons.length).toBeGreaterThan(5);
    for (const button of buttons) {
      if (!(await button.isVisible())) continue;
      const box = await button.boundingBox();
      const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
      expect(box?.height, `height of "${name}"`).toBeGreaterThanOrEqual(44);
    }
  });
});

test('the first screen loads no more JavaScript than it may', async ({ page }) => {
  // What comes when the page is idle does not hold it up.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts);
  expect(sizes.length).toBeGreaterThan(2);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  // 125 kB are what the deployed build may have (.size-limit.mjs); this one knows the emulators, too.
  expect(total, 'gzip bytes of scripts').toBeLessThanOrEqual(125_500);
});
