import * as z from 'zod/mini';

/** An edit of a file that does not come back, and why. */
export const ReadBackProblem = z.object({
  file: z.string(),
  /** From 1; null: the file as a whole. */
  line: z.nullable(z.number()),
  /** A sentence for who made the edit. */
  reason: z.string(),
});
export type ReadBackProblem = z.infer<typeof ReadBackProblem>;
