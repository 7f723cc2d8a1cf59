import * as z from 'zod/mini';

import { MergeConflict } from '#app/blueprint/diff/merge/merge-conflict.ts';

/** The effect of taking a version's changes over into a chat, as `POST …/versions/:number/merge?preview=1` answers it. */
export const MergePreview = z.object({
  /** The version that the chat began with. */
  base: z.number(),
  /** The version whose changes are taken over. */
  version: z.number(),
  /** The changes that come into the chat, in sentences; of conflicts the chat's own side. */
  changes: z.array(z.string()),
  conflicts: z.array(MergeConflict),
});
export type MergePreview = z.infer<typeof MergePreview>;

/** The chat after that: it began with that version from then on. */
export const MergedDraft = z.object({ revision: z.number(), version: z.number() });
export type MergedDraft = z.infer<typeof MergedDraft>;
