import * as z from 'zod';

import { dropHidden } from '#app/blueprint/import/text/visible-text.ts';
import {
  MAX_AUTHOR,
  MAX_LISTED_TITLE,
  MAX_SUMMARY,
  MAX_TAG,
  MAX_TAGS,
} from '#app/drafts/publishing/showcase-listing.ts';

/** The author of the templates is the site itself. */
const OWN_NAME = /^mcp\W*builder$/i;

/** One line of a text as it is shown to others: nothing in it that a reader does not see, or that turns other text around. */
export function toPlainLine(text: string): string {
  return dropHidden(text.normalize('NFC')).replace(/\s+/g, ' ').trim();
}

/** A tag as it is searched: lower case, words joined by hyphens. Empty: there is none. */
export function toTag(text: string): string {
  const plain = toPlainLine(text).toLowerCase().replace(/\s/g, '-');
  return plain.replace(/[^\p{L}\p{M}\p{N}.+#-]/gu, '').replace(/^-+|-+$/g, '');
}

const line = (most: number) =>
  z.string().max(1_000).transform(toPlainLine).pipe(z.string().max(most));

/** The listing of a chat as its author sends it. */
export const ListingDraft = z.strictObject({
  title: line(MAX_LISTED_TITLE).pipe(z.string().min(1)),
  summary: line(MAX_SUMMARY).default(''),
  tags: z
    .array(z.string().max(200).transform(toTag).pipe(z.string().max(MAX_TAG)))
    .max(MAX_TAGS)
    .transform((tags) => [...new Set(tags.filter((tag) => tag !== ''))])
    .default([]),
  author: line(MAX_AUTHOR)
    .refine((name) => !OWN_NAME.test(name), { error: 'must not be the name of this site' })
    .nullable()
    .default(null)
    .transform((name) => name || null),
});
export type ListingDraft = z.infer<typeof ListingDraft>;
