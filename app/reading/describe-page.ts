import type { MetaDescriptor } from 'react-router';

/** The parts of a page that search engines show, and places where its address is shared. */
interface PageDescription {
  title: string;
  description: string;
  origin: string;
  path: string;
  /** Path of a picture of 1,200 by 630 pixels. */
  image?: string;
  /** `2026-11-26`; the page is an article. */
  publishedOn?: string;
}

/** Title, description, canonical address, Open Graph and, for an article, schema.org's words. */
export function describePage(page: PageDescription): MetaDescriptor[] {
  const { title, description, origin, path, image, publishedOn } = page;
  const url = `${origin}${path}`;
  const picture = image ? `${origin}${image}` : null;
  return [
    { title: `${title} · MCP Builder` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: 'MCP Builder' },
    { property: 'og:type', content: publishedOn ? 'article' : 'website' },
    ...(picture ? describePicture(picture, title) : []),
    ...(publishedOn ? describeArticle({ title, description, url, picture, publishedOn }) : []),
  ];
}

function describePicture(url: string, title: string): MetaDescriptor[] {
  return [
    { property: 'og:image', content: url },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** https://schema.org/BlogPosting */
function describeArticle(article: {
  title: string;
  description: string;
  url: string;
  picture: string | null;
  publishedOn: string;
}): MetaDescriptor[] {
  const { title, description, url, picture, publishedOn } = article;
  return [
    { property: 'article:published_time', content: publishedOn },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: title,
        description,
        url,
        datePublished: publishedOn,
        ...(picture ? { image: picture } : {}),
        author: { '@type': 'Organization', name: 'MCP Builder' },
      },
    },
  ];
}
