import * as z from 'zod/mini';

/** A version of a project. */
export const ProjectBase = z.object({
  project: z.string(),
  version: z.number(),
  /** The group of failed calls that a draft was opened to fix. Absent: none. */
  fixes: z.optional(z.string()),
});
export type ProjectBase = z.infer<typeof ProjectBase>;
