import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { SITE } from '../setup/browser.workerd.ts';

const get = (path: string) => exports.default.fetch(new Request(SITE + path));

test('crawlers find the site map, and each page in it answers', async () => {
  const robots = await (await get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  const answer = await get('/sitemap.xml');
  expect(answer.headers.get('content-type')).toContain('application/xml');
  const places = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, place = '']) => place,
  );
  expect(places).toContain(`${SITE}/showcase/weather`);
  expect(new Set(places).size).toBe(places.length);
});

test('agents are told how they build here', async () => {
  const text = await (await get('/llms.txt')).text();
  expect(text).toMatch(/^# MCP Builder\n\n> /);
  expect(text).toContain(`${SITE}/mcp`);
  for (const [, link = ''] of text.matchAll(/\]\(([^)]+)\)/g))
    expect(URL.canParse(link)).toBe(true);
});
