import { devices } from '@playwright/test';

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

// On phones the SDK of the sign-in does other things than elsewhere.
for (const [kind, device, visited] of [
  ['a computer', {}, paths],
  ['a phone', devices['Pixel 7'], ['/', '/login', '/email-login', '/blog', '/pricing']],
] as const) {
  test(`on ${kind} no page asks another origin before anybody has agreed to anything`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext(device);
    const asked: string[] = [];
    context.on('request', (request) => {
      const url = new URL(request.url());
      const isOwn = url.origin === site.url || /^(data|blob):$/.test(url.protocol);
      if (!isOwn || url.pathname.startsWith('/ingest')) asked.push(url.href);
    });
    const left = [...visited];
    const visit = async () => {
      const tab = await context.newPage();
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        await tab.goto(`${site.url}${path}`);
        await untilAlive(tab);
        // The sign-in is loaded when the page is idle.
        await tab.waitForFunction(() =>
          performance
            .getEntriesByType('resource')
            .some(({ name }) => name.includes('firebase.client')),
        );
        await tab.waitForLoadState('networkidle');
      }
    };
    await Promise.all(Array.from({ length: PAGES }, visit));
    expect(visited.length).toBeGreaterThan(4);
    expect(asked).toEqual([]);
    await context.close();
  });
}
