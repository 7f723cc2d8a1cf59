import { Link } from 'react-router';

import { PostFacts } from './post-facts.tsx';
import type { PostSummary } from './post-summary.ts';

interface Props {
  posts: readonly PostSummary[];
  /** Only articles with this tag are shown. */
  tag: string | null;
  tags: readonly string[];
}

/** The articles, newest first. */
export function BlogScreen({ posts, tag, tags }: Props) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-6 lg:py-14">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-xl">Blog</h1>
        <a
          href="/blog/feed.xml"
          className="flex min-h-11 items-center text-sm text-blue underline underline-offset-2"
        >
          RSS feed
        </a>
        <p className="basis-full text-muted">
          For people who build MCP servers. Every snippet runs in our tests, and figures link to how
          they were measured.
        </p>
      </header>
      <TagNav tag={tag} tags={tags} />
      {posts.length === 0 ? (
        <p className="mt-10 text-muted">No article has the tag “{tag}”.</p>
      ) : (
        <ul className="mt-6 flex flex-col divide-y border-t">
          {posts.map((post) => (
            <li key={post.slug} className="py-6">
              <article>
                <h2 className="text-lg">
                  <Link to={`/blog/${post.slug}`} className="hover:underline">
                    {post.title}
                  </Link>
                </h2>
                <PostFacts post={post} />
                <p className="mt-2 max-w-[68ch]">{post.description}</p>
              </article>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function TagNav({ tag, tags }: Pick<Props, 'tag' | 'tags'>) {
  const choices = [null, ...tags];
  return (
    <nav aria-label="Tags" className="mt-6 flex flex-wrap gap-x-4 text-sm">
      {choices.map((each) => (
        <Link
          key={each ?? ''}
          to={each === null ? '/blog' : `/blog?tag=${each}`}
          aria-current={each === tag ? 'page' : undefined}
          className="flex min-h-9 items-center text-muted hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:underline-offset-4 pointer-coarse:min-h-11"
        >
          {each ?? 'All'}
        </Link>
      ))}
    </nav>
  );
}
