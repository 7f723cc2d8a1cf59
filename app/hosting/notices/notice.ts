import * as z from 'zod/mini';

/** Failures of an hour that somebody should look at: this many, and this share of its calls. */
const FAILED_AT_LEAST = 3;
const FAILED_SHARE = 0.2;
/** The share of a day's calls that is told. */
const USED_SHARE = 0.8;

/** Limits that count what an account has, and that a notice tells of. */
const ROOM_LIMITS = ['projects', 'privateEndpoints'] as const;

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
  /** Nearly all room is taken, or more than the plan has: after a change to a smaller one everything stays. */
  z.object({
    kind: z.literal('room'),
    limit: z.enum(ROOM_LIMITS),
    used: z.number(),
    max: z.number(),
  }),
  /** A pull request with a version was merged, which publishes it, or should have. */
  z.object({
    kind: z.literal('merge'),
    project: z.string(),
    title: z.string(),
    version: z.number(),
    /** Number of the pull request. */
    pull: z.number(),
    /** Why the version was not published; null: it was. */
    obstacle: z.nullable(z.string()),
    /** Milliseconds since 1970. */
    at: z.number(),
  }),
]);
export type Notice = z.infer<typeof Notice>;

export const NoticeList = z.object({ notices: z.array(Notice) });
export type NoticeList = z.infer<typeof NoticeList>;

/** Whether so many failures are worth a notice. */
export function areManyFailures({ calls, failed }: { calls: number; failed: number }): boolean {
  return failed >= FAILED_AT_LEAST && failed >= calls * FAILED_SHARE;
}

/** Whether so little is left of a day's calls that it is told. */
export function isQuotaNear({ leftToday, limit }: { leftToday: number; limit: number }): boolean {
  return limit - leftToday >= limit * USED_SHARE;
}

/** Whether so little room is left that it is told; of a single place only when there is more than that. */
export function isRoomNear({ used, max }: { used: number; max: number }): boolean {
  return max === 1 ? used > max : used >= max * USED_SHARE;
}
