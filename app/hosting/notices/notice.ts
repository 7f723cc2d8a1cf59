import * as z from 'zod/mini';

/** Failures of an hour that somebody should look at: this many, and this share of its calls. */
const FAILED_AT_LEAST = 3;
const FAILED_SHARE = 0.2;
/** The share of a day's calls that is told. */
const USED_SHARE = 0.8;

/** Something that the owner of endpoints should know. */
export const Notice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('failing'),
    /** Id and title of the project. */
    project: z.string(),
    title: z.string(),
    /** Calls of the last hour, and how many of them failed. */
    calls: z.number(),
    failed: z.number(),
  }),
  z.object({
    kind: z.literal('quota'),
    used: z.number(),
    limit: z.number(),
    /** Milliseconds since 1970. */
    resetsAt: z.number(),
  }),
]);
export type Notice = z.infer<typeof Notice>;

export const NoticeList = z.object({ notices: z.array(Notice) });

/** Whether so many failures are worth a notice. */
export function areManyFailures({ calls, failed }: { calls: number; failed: number }): boolean {
  return failed >= FAILED_AT_LEAST && failed >= calls * FAILED_SHARE;
}

/** Whether so little is left of a day's calls that it is told. */
export function isQuotaNear({ leftToday, limit }: { leftToday: number; limit: number }): boolean {
  return limit - leftToday >= limit * USED_SHARE;
}
