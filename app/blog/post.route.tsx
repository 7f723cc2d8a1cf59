import { data } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';
import { describePage } from '#app/reading/describe-page.ts';
import { SiteFooter } from '#app/site/site-footer.tsx';

import type { Route } from './+types/post.route.ts';
import { PostScreen } from './post-screen.tsx';
import { toPostSummary } from './post-summary.ts';

/** One article, and what else there is to read. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { posts } = await import('virtual:posts');
  const post = posts.find(({ slug }) => slug === params.slug);
  if (!post) throw data('There is no such article.', { status: 404 });
  const { nodes, headings, image } = post;
  const next = posts[(posts.indexOf(post) + 1) % posts.length] ?? post;
  return {
    post: { ...toPostSummary(post), nodes, headings, image },
    next: toPostSummary(next),
    origin: context.get(appContext).origin,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Page Not Found · MCP Builder' }];
  const { post, origin } = loaderData;
  return describePage({ ...post, origin, path: `/blog/${post.slug}` });
}

export default function PostPage({ loaderData: { post, next } }: Route.ComponentProps) {
  return (
    <>
      <PostScreen post={post} next={next} />
      <SiteFooter />
    </>
  );
}
