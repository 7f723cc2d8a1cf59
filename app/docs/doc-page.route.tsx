import { data } from 'react-router';

import { SiteFooter } from '#app/site/site-footer.tsx';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/doc-page.route.ts';
import { toDocLink } from './doc-link.ts';
import { DocScreen } from './doc-screen.tsx';

/** One page of the documentation, and the ways to the others. */
export async function loader({ params }: Route.LoaderArgs) {
  const { docPages } = await import('virtual:doc-pages');
  const page = docPages.find(({ slug }) => slug === params.page);
  if (!page) throw data('There is no such page in the documentation.', { status: 404 });
  const { nodes, headings } = page;
  return {
    page: { ...toDocLink(page), nodes, headings },
    links: docPages.map(toDocLink),
  };
}

export function meta(place: Route.MetaArgs) {
  if (!place.loaderData) return [{ title: 'Page Not Found · MCP Builder' }];
  const { title, description } = place.loaderData.page;
  return pageMeta(place, { title: `${title} · MCP Builder`, description });
}

export default function Doc({ loaderData: { page, links } }: Route.ComponentProps) {
  return (
    <>
      <DocScreen page={page} links={links} />
      <SiteFooter />
    </>
  );
}
