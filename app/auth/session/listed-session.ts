import * as z from 'zod/mini';

/** One of a user's sessions, as `GET /api/sessions` lists it. */
export const ListedSession = z.object({
  id: z.string(),
  /** Browser and system: `Chrome on Windows`. */
  device: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601, exact to the hour. */
  seenAt: z.string(),
  /** The session of the browser that asks. */
  isCurrent: z.boolean(),
});
export type ListedSession = z.infer<typeof ListedSession>;
