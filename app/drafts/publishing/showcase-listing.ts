import * as z from 'zod/mini';

export const MAX_LISTED_TITLE = 80;
export const MAX_SUMMARY = 280;
export const MAX_AUTHOR = 60;
export const MAX_TAGS = 5;
export const MAX_TAG = 30;

/** How the showcase presents a chat, in its author's words. */
export const ShowcaseListing = z.object({
  title: z.string(),
  /** Empty: there is none. */
  summary: z.string(),
  /** Lower case, each once. */
  tags: z.array(z.string()),
  /** The name that its author chose for it; null: none is shown. */
  author: z.nullable(z.string()),
});
export type ShowcaseListing = z.infer<typeof ShowcaseListing>;

/** A public chat as it was when its owner published it, besides the content of its server. */
export const SnapshotFacts = z.object({
  listing: ShowcaseListing,
  /** Hash of the conversation as readers see it; it is in R2. */
  conversation: z.string(),
  /** Ids of the files that its messages refer to. */
  files: z.array(z.string()),
  /** Revision of the draft that was published. */
  revision: z.number(),
  /** When it was first published, and when last. */
  at: z.number(),
  updatedAt: z.number(),
});
export type SnapshotFacts = z.infer<typeof SnapshotFacts>;

/** Why an operator keeps a chat from everybody but its owner. */
export const Hiding = z.object({ reason: z.string(), at: z.number() });
export type Hiding = z.infer<typeof Hiding>;
