import type { MetaDescriptor } from 'react-router';

import type { VisitorFacts } from '#app/chat/share/visitor-facts.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

/** Title, description, sharing card and facts of a public chat, for those who find or share it. */
export function publicMeta(
  place: Parameters<typeof pageMeta>[0],
  { id, blueprint }: DraftView,
  shared: VisitorFacts,
): MetaDescriptor[] {
  const { title, summary, author, tags, publishedAt, updatedAt } = shared;
  const names = blueprint.tools.slice(0, 5).map(({ name }) => name);
  const description = summary || `An MCP server with the tools ${names.join(', ')}.`;
  return pageMeta(place, {
    title: `${title ?? ''} · MCP Builder`,
    description,
    // The picture of another publication has another address.
    image: `/showcase/${id}/share.png?v=${updatedAt}`,
    facts: {
      '@type': 'SoftwareSourceCode',
      name: title,
      description,
      codeSampleType: 'full solution',
      programmingLanguage: 'TypeScript',
      ...(author === null ? {} : { author: { '@type': 'Person', name: author } }),
      ...(tags.length > 0 ? { keywords: tags.join(', ') } : {}),
      ...(publishedAt === null ? {} : { datePublished: new Date(publishedAt).toISOString() }),
      ...(updatedAt === null ? {} : { dateModified: new Date(updatedAt).toISOString() }),
    },
  });
}
