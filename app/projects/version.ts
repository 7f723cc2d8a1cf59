import * as z from 'zod/mini';

import { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import { BlueprintSummary, WholeBlueprint } from '#app/drafts/draft.ts';
import { Verdict } from '#app/platform/verdict.ts';

/** A version in the list of a project. Times are milliseconds since 1970. */
export const ListedVersion = z.object({
  /** From 1, rising. */
  number: z.number(),
  message: z.nullable(z.string()),
  /** The version that it was made from; null: the first one. */
  base: z.nullable(z.number()),
  /** The draft that was saved. */
  draft: z.nullable(z.string()),
  tools: z.number(),
  /** Null: it was not checked. */
  score: z.nullable(z.number()),
  /** As its report answered; null: it was not checked. */
  verdict: z.nullable(Verdict),
  /** Hash of the tools as a client lists them. */
  fingerprint: z.string(),
  createdAt: z.number(),
  isPublished: z.boolean(),
  /** Id of the group of failed calls that it was saved to fix; null: none. */
  fixes: z.nullable(z.string()),
});
export type ListedVersion = z.infer<typeof ListedVersion>;

/** The versions of a project, newest first, as `GET /api/projects/:id/versions` answers them. */
export const VersionList = z.object({
  versions: z.array(ListedVersion),
  latest: z.number(),
  /** Where the next page begins: versions before this number; null: this is the last one. */
  next: z.nullable(z.number()),
});
export type VersionList = z.infer<typeof VersionList>;

/** A version on its own, as `GET /api/projects/:id/versions/:number` answers it. */
export const VersionView = z.extend(ListedVersion, {
  blueprint: z.union([BlueprintSummary, WholeBlueprint]),
  warnings: z.array(ImportWarning),
});
export type VersionView = z.infer<typeof VersionView>;
