import { formatDate } from '#app/platform/locale/reader-locale.ts';

import type { PostSummary } from './post-summary.ts';

/** Day, reading time and tags of an article. */
export function PostFacts({ post }: { post: PostSummary }) {
  const { publishedOn, minutes, tags } = post;
  return (
    <p className="mt-1 text-sm text-muted">
      <time dateTime={publishedOn}>{formatDate(publishedOn)}</time> · {minutes} min read ·{' '}
      {tags.join(', ')}
    </p>
  );
}
