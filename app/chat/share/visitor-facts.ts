import type { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';

/** Facts about a chat for those whom it is shared with. */
export type VisitorFacts = Pick<ShowcaseListing, 'author' | 'summary' | 'tags'> & {
  /** Null: it is not public. */
  title: string | null;
  /** When it was published first and last, in milliseconds since 1970; null: it is not public. */
  publishedAt: number | null;
  updatedAt: number | null;
};
