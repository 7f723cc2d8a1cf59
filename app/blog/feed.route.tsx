import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/feed.route.ts';
import { writeFeed } from './write-feed.ts';

/** The articles as a feed for readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const { posts } = await import('virtual:posts');
  return new Response(writeFeed(posts, context.get(appContext).origin), {
    headers: {
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
}
