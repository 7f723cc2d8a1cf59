import * as z from 'zod/mini';

import { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';

/** A possible credential in content that is about to become public. */
export const SharedSecret = z.object({
  /** `title`, `message 3`, or the place in the blueprint: `$.tools[0].description`. */
  where: z.string(),
  kind: z.string(),
  /** Its first characters. */
  masked: z.string(),
});
export type SharedSecret = z.infer<typeof SharedSecret>;

/** Findings in what a share would make public, as `GET /api/chats/:id/share` answers it. */
export const ShareScan = z.object({
  messages: z.number(),
  tools: z.number(),
  secrets: z.array(SharedSecret),
  /** Values that look like secrets and stand in the examples of an imported document: nothing is blocked by them. */
  examples: z.array(SharedSecret),
  /** How the showcase presents it, or would. */
  listing: ShowcaseListing,
  /** When it was published last, and whether that is what it is now; null: it is not public. */
  published: z.nullable(z.object({ at: z.number(), isCurrent: z.boolean() })),
});
export type ShareScan = z.infer<typeof ShareScan>;
