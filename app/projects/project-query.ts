import * as z from 'zod';

/** Longer than any title with an id. */
const MAX_CURSOR_LENGTH = 200;

/** Query of `GET /api/v1/projects`, which lists the projects of the key's account. */
export const ProjectQuery = z.object({
  q: z.string().trim().max(200).optional(),
  sort: z.enum(['updated', 'created', 'title']).optional(),
  cursor: z
    .string()
    .max(MAX_CURSOR_LENGTH)
    .regex(/\.[0-9A-Za-z]{22}$/)
    .optional(),
  /** `1`: the archived ones, and only those. */
  archived: z.literal('1').optional(),
});
export type ProjectQuery = z.infer<typeof ProjectQuery>;

/** Query of `GET /api/projects`. */
export const AccountProjectQuery = ProjectQuery.extend({
  /** Id of a team; absent: the caller's own account. */
  account: z.string().max(64).optional(),
});
export type AccountProjectQuery = z.infer<typeof AccountProjectQuery>;
