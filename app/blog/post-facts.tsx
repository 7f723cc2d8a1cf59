import type { PostSummary } from './post-summary.ts';

/** Day, reading time and tags of an article. */
export function PostFacts({ post }: { post: PostSummary }) {
  const { publishedOn, minutes, tags } = post;
  return (
    <p className="mt-1 text-sm text-muted">
      <time dateTime={publishedOn}>{toLongDate(publishedOn)}</time> · {minutes} min read ·{' '}
      {tags.join(', ')}
    </p>
  );
}

/** The same in every time zone: a date is not an instant. */
function toLongDate(date: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
