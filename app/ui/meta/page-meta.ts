import type { MetaDescriptor } from 'react-router';
import { isServer } from 'virtual:build';

/** Words of a public page for those who find or share it. */
export interface PageWords {
  title: string;
  /** One or two sentences, as a search engine shows them. */
  description: string;
  /** Its own path, where it has more than one address; absent: the one that is shown. */
  path?: string;
  /** Path of its picture; absent: the site's. */
  image?: string;
  /** `2026-11-26`, of an article. */
  publishedOn?: string;
  /** Facts for search engines (schema.org), as JSON-LD. */
  facts?: Record<string, unknown>;
}

/** The part of a route's meta arguments that is needed here: the root's loader says the origin. */
interface MetaPlace {
  location: { pathname: string };
  matches: readonly unknown[];
}

/**
 * Title, description, address and sharing card of a public page. Crawlers read what the server rendered, so in the
 * browser a change of page changes title and description only.
 */
export function pageMeta(place: MetaPlace, words: PageWords): MetaDescriptor[] {
  const { title, description } = words;
  const plain = [{ title }, { name: 'description', content: description }];
  return isServer ? [...plain, ...sharingMeta(place, words)] : plain;
}

function sharingMeta(
  { location, matches }: MetaPlace,
  { title, description, path, image = '/share.png', publishedOn, facts }: PageWords,
): MetaDescriptor[] {
  const origin = originOf(matches[0]);
  const url = `${origin}${path ?? location.pathname}`;
  const picture = `${origin}${image}`;
  return [
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: 'MCP Builder' },
    { property: 'og:type', content: publishedOn ? 'article' : 'website' },
    // The name of the site is shown beside it.
    { property: 'og:title', content: title.replace(/ · MCP Builder$/, '') },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    ...(publishedOn ? [{ property: 'article:published_time', content: publishedOn }] : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(facts === undefined
      ? []
      : [{ 'script:ld+json': { '@context': 'https://schema.org', ...facts } }]),
  ];
}

/** The root's loader failed where there is none: a relative address is right on any host. */
function originOf(root: unknown): string {
  if (typeof root !== 'object' || root === null || !('loaderData' in root)) return '';
  const data = root.loaderData;
  const origin = typeof data === 'object' && data !== null && 'origin' in data ? data.origin : '';
  return typeof origin === 'string' ? origin : '';
}
