import { expect, test } from 'vitest';

import { writeFeed } from '#app/blog/write-feed.ts';

const POST = {
  slug: 'one-url',
  title: 'Tools & "hints" < schemas',
  description: 'What <b>breaks</b> & why.',
  publishedOn: '2026-11-26',
  tags: ['tools'],
  minutes: 5,
};

/** Texts of an element within the items, read back from XML. */
function texts(feed: string, name: string): string[] {
  const items = feed.slice(feed.indexOf('<item>'));
  return [...items.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(
    ([, text = '']) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
  );
}

test('a feed names each article with absolute address, day and tags, and escapes texts', () => {
  const feed = writeFeed([POST], 'https://mcp.example.com');
  expect(texts(feed, 'title')).toEqual(['Tools & "hints" < schemas']);
  expect(texts(feed, 'description')).toEqual(['What <b>breaks</b> & why.']);
  expect(texts(feed, 'link')).toEqual(['https://mcp.example.com/blog/one-url']);
  expect(texts(feed, 'guid')).toEqual(['https://mcp.example.com/blog/one-url']);
  expect(texts(feed, 'pubDate')).toEqual(['Thu, 26 Nov 2026 00:00:00 GMT']);
  expect(texts(feed, 'category')).toEqual(['tools']);
});
