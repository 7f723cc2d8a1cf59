import { Hono } from 'hono';

import type { AppEnv } from '#app/platform/app-context.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { listPublicIds } from '#app/showcase/showcase-store.server.ts';
import { templates } from '#app/templates/templates.ts';

import { PUBLIC_PAGES } from './public-pages.ts';
import { toLlmsText } from './to-llms-text.ts';
import { toSitemap } from './to-sitemap.ts';

/** Crawlers come again within a day. */
const HEADERS = { 'cache-control': 'public, max-age=3600' };

/** Answers what crawlers and agents ask a site for; mounted at the root. */
export const discoveryApi = new Hono<AppEnv>()
  // A chat that is not public says itself that it is not to be found: kept from it, nobody would read that.
  .get('/robots.txt', (c) => {
    const text = `User-agent: *
Allow: /
Disallow: /api/

Sitemap: ${c.var.app.origin}/sitemap.xml
`;
    return c.text(text, 200, HEADERS);
  })
  // It reads a row of each public chat.
  .get('/sitemap.xml', limitCalls, async (c) => {
    const [{ posts }, { docPages }, chats] = await Promise.all([
      import('virtual:posts'),
      import('virtual:doc-pages'),
      listPublicIds(c.var.app.env.DB, Date.now()),
    ]);
    // Endpoints are not in it: one that needs no key is open to who knows its address.
    const paths = [
      ...PUBLIC_PAGES.map(({ path }) => path),
      ...templates.map(({ id }) => `/showcase/${id}`),
      ...chats.map((id) => `/chat/${id}`),
      ...posts.map(({ slug }) => `/blog/${slug}`),
      ...docPages.map(({ slug }) => `/docs/${slug}`),
    ];
    const headers = { ...HEADERS, 'content-type': 'application/xml; charset=utf-8' };
    return c.body(toSitemap(c.var.app.origin, paths), 200, headers);
  })
  .get('/llms.txt', (c) => c.text(toLlmsText(c.var.app.origin, PUBLIC_PAGES), 200, HEADERS));
