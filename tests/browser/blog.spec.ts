import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  readClipboard,
  test,
  untilAlive,
} from './setup/page-test.ts';

const ARTICLES = [
  'both-eras-on-one-url',
  'from-openapi-to-tools',
  'production-server-or-demo',
  'secrets-generated-code-never-sees',
  'testing-an-mcp-server',
  'tools-an-agent-can-use',
];

test('the blog is found in the header, filtered by tag, read and left for the next article', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
  await expect(page.getByRole('article')).toHaveCount(ARTICLES.length);
  await expectAccessibleInBothSchemes(page);

  await page
    .getByRole('navigation', { name: 'Tags' })
    .getByRole('link', { name: 'testing' })
    .click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'Testing an MCP server' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Testing an MCP server');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Copy TypeScript' }).first().click();
  await readClipboard(page, 'export async function connect');
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByText('The conformance suite')
    .click();
  await expect(page.getByRole('heading', { name: 'The conformance suite' })).toBeInViewport();
  await page.getByText('Read next:').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Testing an MCP server');
});

test('an article is accessible in both schemes, and each fits 360 pixels', async ({ page }) => {
  // It has all that articles consist of: a note, a table, and code in several languages.
  await page.goto('/blog/testing-an-mcp-server');
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 360, height: 720 });
  await expectAccessible(page);
  for (const slug of ARTICLES) {
    await page.goto(`/blog/${slug}`);
    await expectNoSidewaysScroll(page);
  }
});

test('an article without scripts has its code in colours, in both schemes', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const page = await context.newPage();
  const colourOf = (name: string) =>
    page
      .locator(`.${name}`)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  await page.goto('/blog/both-eras-on-one-url');
  const light = [await colourOf('code-word'), await colourOf('code-value')];
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = [await colourOf('code-word'), await colourOf('code-value')];
  expect(new Set([...light, ...dark]).size).toBe(4);
  await context.close();
});

test('a shared address shows title, description and a picture whose title fits', async ({
  page,
}) => {
  for (const slug of ARTICLES) {
    await page.goto(`/blog/${slug}`);
    const content = (name: string) =>
      page.locator(`meta[property="${name}"]`).getAttribute('content');
    expect(await content('og:title')).toBe(
      await page.getByRole('heading', { level: 1 }).textContent(),
    );
    const url = new URL((await content('og:image')) ?? '');
    const picture = await page.evaluate(async (path) => {
      const bitmap = await createImageBitmap(await (await fetch(path)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      canvas.drawImage(bitmap, 0, 0);
      const colours = (x: number, width: number) => {
        const { data } = canvas.getImageData(x, 0, width, 600);
        return new Set(new Uint32Array(data.buffer)).size;
      };
      const { width, height } = bitmap;
      return {
        width,
        height,
        margins: colours(0, 60) + colours(1140, 60),
        middle: colours(60, 1080),
      };
    }, url.pathname);
    expect(picture).toMatchObject({ width: 1200, height: 630, margins: 2 });
    expect(picture.middle).toBeGreaterThan(10);
  }
  const feed = await page.request.get('/blog/feed.xml');
  expect(feed.headers()['content-type']).toContain('application/rss+xml');
  expect((await feed.text()).match(/<item>/g)).toHaveLength(ARTICLES.length);
  const missing = await page.request.get('/blog/no-such-article');
  expect(missing.status()).toBe(404);
});
