import * as z from 'zod/mini';

/** The most that a banner shows in two lines on a phone is about half of it. */
export const MAX_NOTICE_LENGTH = 300;

/** Maintenance, or anything else that everybody should know, as a banner on every page. */
export const Notice = z.object({
  /** Another one with each change: a dismissed notice stays away, a new one shows. */
  id: z.string(),
  text: z.string(),
  /** When the maintenance begins, in milliseconds since 1970; null: no time is told. */
  startsAt: z.nullable(z.number()),
  /** When it ends; the banner goes away then. */
  endsAt: z.number(),
});
export type Notice = z.infer<typeof Notice>;

/** As an operator sends it. */
export const NewNotice = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NOTICE_LENGTH)),
  startsAt: z.nullable(z.int()),
  endsAt: z.int(),
});
export type NewNotice = z.infer<typeof NewNotice>;
