import * as z from 'zod/mini';

/** The step that a person can take about a warning. */
export const WarningAction = z.enum(['credentials', 'address', 'document']);
export type WarningAction = z.infer<typeof WarningAction>;

/** A part of a document that was not carried over as it is written; without an action only a note. */
export const ImportWarning = z.object({
  /** Its place, as a JSONPath. */
  path: z.string(),
  message: z.string(),
  action: z.optional(WarningAction),
});
export type ImportWarning = z.infer<typeof ImportWarning>;
