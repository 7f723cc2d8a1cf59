import type { DocPage } from '#app/reading/article.ts';

/** A page of the documentation, as the navigation names it. */
export type DocLink = Pick<DocPage, 'slug' | 'title' | 'description' | 'group'>;

export function toDocLink({ slug, title, description, group }: DocPage): DocLink {
  return { slug, title, description, group };
}
