import * as z from 'zod/mini';

/** A part of something as text in both states; null where it is not there. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Lines at the beginning that are the same in both and left out; absent: none. */
  skipped: z.optional(z.number()),
  /** Characters that are left out, of both texts together; absent: none. */
  left: z.optional(z.number()),
});
export type FieldChange = z.infer<typeof FieldChange>;
