import * as z from 'zod/mini';

import { Verdict } from '#app/platform/verdict.ts';

/** A public chat as the showcase lists it. */
export const ShowcaseEntry = z.object({
  /** Id of the chat. */
  id: z.string(),
  title: z.string(),
  /** Empty: there is none. */
  summary: z.string(),
  /** The name that its author chose; null: none. */
  author: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** How many tools its server has. */
  tools: z.number(),
  /** Names of the first of them. */
  toolNames: z.array(z.string()),
  /** Null until there is a report of what was published. */
  verdict: z.nullable(Verdict),
  remixes: z.number(),
  publishedAt: z.number(),
});
export type ShowcaseEntry = z.infer<typeof ShowcaseEntry>;

/** A page of the showcase. */
export const ShowcasePage = z.object({
  entries: z.array(ShowcaseEntry),
  /** Where the next page begins; null after the last one. */
  next: z.nullable(z.object({ value: z.number(), at: z.number(), id: z.string() })),
  /** The tags that most entries have. */
  tags: z.array(z.string()),
});
export type ShowcasePage = z.infer<typeof ShowcasePage>;

/** A public chat of one's own, or one that an operator hides. */
export interface OwnEntry extends ShowcaseEntry {
  /** When it was published last. */
  updatedAt: number;
  /** Why an operator hides it from everybody else; null: they do not. */
  hiddenFor: string | null;
  /** Reports on which nobody has decided. */
  reports: number;
}
