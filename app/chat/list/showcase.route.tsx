import { listChats } from '#app/chat/chat-index.server.ts';
import { appContext } from '#app/platform/app-context.ts';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/showcase.route.ts';
import { readListQuery } from './list-query.ts';
import { listTemplateCards } from './list-template-cards.server.ts';
import { ShowcaseScreen } from './showcase-screen.tsx';

/** The chats that their owners made public, and on the first page the templates. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readListQuery(request);
  const { env } = context.get(appContext);
  const page = await listChats(env.DB, { visibility: 'public' }, query);
  const templates = query.cursor === undefined ? listTemplateCards(query.q) : [];
  return { page, templates, query };
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
