import { SiteFooter } from '#app/site/site-footer.tsx';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/blog.route.ts';
import { BlogScreen } from './blog-screen.tsx';
import { toPostSummary } from './post-summary.ts';

/** All articles, or those with a tag. */
export async function loader({ request }: Route.LoaderArgs) {
  const { posts } = await import('virtual:posts');
  const tag = new URL(request.url).searchParams.get('tag');
  const tags = [...new Set(posts.flatMap((post) => post.tags))].toSorted();
  const shown = posts.filter((post) => tag === null || post.tags.includes(tag));
  return { posts: shown.map(toPostSummary), tag, tags };
}

export function meta(place: Route.MetaArgs) {
  return [
    ...pageMeta(place, {
      title: 'Blog · MCP Builder',
      description: 'Articles for people who build MCP servers, with code that runs.',
    }),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: 'MCP Builder blog',
      href: '/blog/feed.xml',
    },
  ];
}

export default function Blog({ loaderData: { posts, tag, tags } }: Route.ComponentProps) {
  return (
    <>
      <BlogScreen posts={posts} tag={tag} tags={tags} />
      <SiteFooter />
    </>
  );
}
