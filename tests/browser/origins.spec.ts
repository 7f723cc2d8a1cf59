import siteMap from '../../app/routes.ts';
import { expect, test, untilAlive } from './setup/page-test.ts';

/** Pages at once: most of the time of each is waiting. */
const PAGES = 3;
/** Of addresses with a name in them, one that is there. */
const NAMES: Record<string, string> = {
  'blog/:slug': 'blog/both-eras-on-one-url',
  'docs/:page': 'docs/start',
  'showcase/:template': 'showcase/weather',
  'chat/:id': 'chat/none',
  'mcp/:slug': 'mcp/none',
  '*': 'nowhere',
};

const paths = siteMap.flatMap(({ path = '' }) => {
  const named = NAMES[path] ?? path;
  return named.includes(':') || named.endsWith('.xml') ? [] : [`/${named}`];
});

test.use({ variables: { POSTHOG_KEY: 'phc_test' } });

test('before anybody has agreed to anything, no page asks another origin, and nothing is counted', async ({
  browser,
  site,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 404/);
  const context = await browser.newContext();
  const asked: string[] = [];
  let page = '';
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === site.url || /^(data|blob):$/.test(url.protocol);
    if (!isOwn || url.pathname.startsWith('/ingest')) asked.push(`${page}: ${url.href}`);
  });
  expect(paths.length).toBeGreaterThan(40);
  const left = [...paths];
  const visit = async () => {
    const tab = await context.newPage();
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      page = path;
      await tab.goto(`${site.url}${path}`);
      await untilAlive(tab);
      // What is loaded when the page is idle comes after that.
      await tab.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await tab.waitForLoadState('networkidle');
    }
  };
  await Promise.all(Array.from({ length: PAGES }, visit));
  expect(asked).toEqual([]);
  await context.close();
});
