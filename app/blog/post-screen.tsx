import { Link } from 'react-router';

import type { Post } from '#app/reading/article.ts';
import { ArticleBody } from '#app/reading/article-body.tsx';
import { ContentsNav } from '#app/reading/contents-nav.tsx';

import { PostFacts } from './post-facts.tsx';
import type { PostSummary } from './post-summary.ts';

const LINK = 'text-blue underline underline-offset-2';

/** An article with its contents beside it, or above it on narrow screens. */
export function PostScreen({
  post,
  next,
}: {
  post: PostSummary & Pick<Post, 'nodes' | 'headings'>;
  next: PostSummary;
}) {
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-x-12 px-4 py-10 sm:px-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-14">
      <header className="mb-8 max-w-[68ch] lg:col-start-2">
        <p className="text-sm">
          <Link to="/blog" className={LINK}>
            Blog
          </Link>
        </p>
        <h1 className="mt-2 text-xl max-sm:text-[28px] max-sm:leading-8.5">{post.title}</h1>
        <PostFacts post={post} />
        <p className="mt-5 text-muted">{post.description}</p>
      </header>
      <div className="mb-8 self-start border-y py-2 lg:sticky lg:top-6 lg:col-start-1 lg:row-start-2 lg:mb-0 lg:border-y-0 lg:py-0">
        <ContentsNav headings={post.headings} label="Contents" />
      </div>
      <article className="min-w-0 max-w-[68ch] lg:col-start-2 lg:row-start-2">
        <ArticleBody nodes={post.nodes} />
        <footer className="mt-12 border-t pt-6 text-sm">
          <p>
            Read next:{' '}
            <Link to={`/blog/${next.slug}`} className={LINK}>
              {next.title}
            </Link>
          </p>
          <p className="mt-2 text-muted">
            New articles are in the{' '}
            <a href="/blog/feed.xml" className={LINK}>
              RSS feed
            </a>
            . To build a server,{' '}
            <Link to="/" className={LINK}>
              paste your API
            </Link>
            .
          </p>
        </footer>
      </article>
    </div>
  );
}
