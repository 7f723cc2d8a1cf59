import { data } from 'react-router';

import { SiteFooter } from '#app/site/site-footer.tsx';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/post.route.ts';
import { PostScreen } from './post-screen.tsx';
import { toPostSummary } from './post-summary.ts';

/** One article, and what else there is to read. */
export async function loader({ params }: Route.LoaderArgs) {
  const { posts } = await import('virtual:posts');
  const post = posts.find(({ slug }) => slug === params.slug);
  if (!post) throw data('There is no such article.', { status: 404 });
  const { nodes, headings, image } = post;
  const next = posts[(posts.indexOf(post) + 1) % posts.length] ?? post;
  return {
    post: { ...toPostSummary(post), nodes, headings, image },
    next: toPostSummary(next),
  };
}

export function meta(place: Route.MetaArgs) {
  if (!place.loaderData) return [{ title: 'Page Not Found · MCP Builder' }];
  const { title, description, image, publishedOn } = place.loaderData.post;
  return pageMeta(place, {
    title: `${title} · MCP Builder`,
    description,
    image,
    publishedOn,
    facts: {
      '@type': 'BlogPosting',
      headline: title,
      description,
      datePublished: publishedOn,
      author: { '@type': 'Organization', name: 'MCP Builder' },
    },
  });
}

export default function PostPage({ loaderData: { post, next } }: Route.ComponentProps) {
  return (
    <>
      <PostScreen post={post} next={next} />
      <SiteFooter />
    </>
  );
}
