import type { Post } from '#app/reading/article.ts';

/** An article as lists show it: all but its text. */
export type PostSummary = Pick<
  Post,
  'slug' | 'title' | 'description' | 'publishedOn' | 'tags' | 'minutes'
>;

export function toPostSummary(post: Post): PostSummary {
  const { slug, title, description, publishedOn, tags, minutes } = post;
  return { slug, title, description, publishedOn, tags, minutes };
}
