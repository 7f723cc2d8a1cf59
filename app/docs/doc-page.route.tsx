import { data } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';
import { describePage } from '#app/reading/describe-page.ts';
import { SiteFooter } from '#app/site/site-footer.tsx';

import type { Route } from './+types/doc-page.route.ts';
import { toDocLink } from './doc-link.ts';
import { DocScreen } from './doc-screen.tsx';

/** One page of the documentation, and the ways to the others. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { docPages } = await import('virtual:doc-pages');
  const page = docPages.find(({ slug }) => slug === params.page);
  if (!page) throw data('There is no such page in the documentation.', { status: 404 });
  const { nodes, headings } = page;
  return {
    page: { ...toDocLink(page), nodes, headings },
    links: docPages.map(toDocLink),
    origin: context.get(appContext).origin,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Page Not Found · MCP Builder' }];
  const { page, origin } = loaderData;
  return describePage({ ...page, origin, path: `/docs/${page.slug}` });
}

export default function Doc({ loaderData: { page, links } }: Route.ComponentProps) {
  return (
    <>
      <DocScreen page={page} links={links} />
      <SiteFooter />
    </>
  );
}
