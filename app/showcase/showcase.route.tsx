import { appContext } from '#app/platform/app-context.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/showcase.route.ts';
import { listTemplateCards } from './list-template-cards.server.ts';
import { readShowcase } from './read-showcase.server.ts';
import { readShowcaseQuery } from './showcase-query.ts';
import { ShowcaseScreen } from './showcase-screen.tsx';

/** The chats that their owners made public, and on the first page the templates. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readShowcaseQuery(new URL(request.url));
  const page = await readShowcase(context.get(appContext), query);
  const hasTemplates = query.after === null && query.tag === null;
  return { page, templates: hasTemplates ? listTemplateCards(query.q) : [], query };
}

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    title: 'Showcase · MCP Builder',
    description: 'MCP servers to explore, try out and build on.',
  });
}

export default function Showcase({ loaderData }: Route.ComponentProps) {
  return <ShowcaseScreen {...loaderData} />;
}
