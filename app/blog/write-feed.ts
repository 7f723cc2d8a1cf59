import type { PostSummary } from './post-summary.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Articles as RSS 2.0 (https://www.rssboard.org/rss-specification), newest first. */
export function writeFeed(posts: readonly PostSummary[], origin: string): string {
  const items = posts.map(({ slug, title, description, publishedOn, tags }) => {
    const url = `${origin}/blog/${slug}`;
    return [
      '<item>',
      element('title', title),
      element('link', url),
      `<guid isPermaLink="true">${escapeXml(url)}</guid>`,
      element('pubDate', new Date(`${publishedOn}T00:00:00Z`).toUTCString()),
      element('description', description),
      ...tags.map((tag) => element('category', tag)),
      '</item>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', 'MCP Builder blog'),
    element('link', `${origin}/blog`),
    `<atom:link href="${escapeXml(origin)}/blog/feed.xml" rel="self" type="application/rss+xml"/>`,
    element('description', 'Articles for people who build MCP servers.'),
    element('language', 'en'),
    ...items,
    '</channel>',
    '</rss>\n',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
