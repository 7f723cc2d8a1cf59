import { SiteFooter } from '#app/site/site-footer.tsx';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/docs.route.ts';
import { toDocLink } from './doc-link.ts';
import { DocsScreen } from './docs-screen.tsx';
import { searchDocs } from './search-docs.ts';

/** The pages of the documentation, or the places in them that fit a search. */
export async function loader({ request }: Route.LoaderArgs) {
  const { docPages } = await import('virtual:doc-pages');
  const q = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 200);
  const hits = q.trim() === '' ? null : searchDocs(docPages, q);
  return { links: docPages.map(toDocLink), q, hits };
}

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    title: 'Documentation · MCP Builder',
    description:
      'How to import an API, publish it as an MCP server, protect it, and run it elsewhere.',
  });
}

export default function Docs({ loaderData: { links, q, hits } }: Route.ComponentProps) {
  return (
    <>
      <DocsScreen links={links} q={q} hits={hits} />
      <SiteFooter />
    </>
  );
}
