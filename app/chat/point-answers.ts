import * as z from 'zod/mini';

import { FieldChange } from '#app/blueprint/diff/field-change.ts';
import { StoredBytes } from '#app/drafts/draft-budget.ts';
import { PointView } from '#app/drafts/restore-points.ts';

/** The restore points of a draft, oldest first, as `GET /api/chats/:id/points` answers them. */
export const PointList = z.object({
  points: z.array(PointView),
  /** Number of the last point; 0 where there is none. */
  current: z.number(),
  /** How much is stored for the draft, and how much may be. */
  stored: StoredBytes,
});
export type PointList = z.infer<typeof PointList>;

/** The differences between two restore points, as `GET …/points/:n/diff` answers them. */
export const PointDiff = z.object({
  tools: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    renamed: z.array(z.object({ from: z.string(), to: z.string() })),
    /** With the names of the fields that differ. */
    changed: z.array(z.object({ name: z.string(), fields: z.array(z.string()) })),
  }),
  /** Names of the other parts of the blueprint that differ. */
  parts: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), status: z.enum(['added', 'removed', 'changed']) })),
});
export type PointDiff = z.infer<typeof PointDiff>;

/** Both states of what differs, as `GET …/points/:n/tools` answers it; long texts are cut. */
export const PointChanges = z.object({
  tools: z.array(
    z.object({
      tool: z.string(),
      change: z.enum(['added', 'removed', 'renamed', 'changed']),
      /** Its earlier name. */
      from: z.optional(z.string()),
      /** The parts of the tool that differ, in both states. */
      fields: z.array(FieldChange),
    }),
  ),
  /** Tools that differ besides those listed. */
  more: z.number(),
  /** Differences of the other parts, as sentences. */
  parts: z.array(z.string()),
});
export type PointChanges = z.infer<typeof PointChanges>;

/** The new point that a restore made, as `POST …/points/:n/restore` answers it. */
export const RestoredPoint = z.object({ point: z.number() });
