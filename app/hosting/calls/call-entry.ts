import * as z from 'zod/mini';

/** How a call of an endpoint ended. */
export const CallEnd = z.enum([
  'ok',
  'argumentRefused',
  'upstreamStatus',
  'upstreamFailed',
  'timeOut',
  'answerTooLarge',
  'toolFailed',
  'toolNotFound',
  'cancelled',
  'overQuota',
  'unauthorized',
  'crashed',
]);
export type CallEnd = z.infer<typeof CallEnd>;

/** One call of an endpoint. Times are milliseconds since 1970. */
export const CallEntry = z.object({
  /** Sorts by time; a second entry with the same id is the same call. */
  id: z.string(),
  at: z.number(),
  /** Null: the call named none. */
  tool: z.nullable(z.string()),
  /** Id of the key or the connected app (`app_…`); null: it came without one. */
  key: z.nullable(z.string()),
  /** Number of the version that served it. */
  version: z.number(),
  end: CallEnd,
  milliseconds: z.number(),
  requestBytes: z.number(),
  resultBytes: z.number(),
});
export type CallEntry = z.infer<typeof CallEntry>;

/** A page of calls, newest first. */
export const CallPage = z.object({
  calls: z.array(CallEntry),
  /** Where the next page begins: calls before this time; null: this is the last one. */
  next: z.nullable(z.number()),
  /** How many calls are kept at all. */
  kept: z.number(),
});
export type CallPage = z.infer<typeof CallPage>;

/** A page as `GET /api/projects/:id/calls` answers it. */
export const NamedCallPage = z.extend(CallPage, {
  /** Names of the keys in it, by id; keys that are gone have none. */
  keyNames: z.record(z.string(), z.string()),
});
export type NamedCallPage = z.infer<typeof NamedCallPage>;

/** Calls by hour and by tool, and what is left of the quota. */
export const UsageView = z.object({
  hours: z.array(
    z.object({
      /** Beginning of the hour. */
      at: z.number(),
      calls: z.number(),
      errors: z.number(),
      /** Milliseconds that half of the calls stayed below; null: there was none. */
      p50: z.nullable(z.number()),
      p95: z.nullable(z.number()),
    }),
  ),
  tools: z.array(
    z.object({
      tool: z.string(),
      calls: z.number(),
      errors: z.number(),
      p95: z.nullable(z.number()),
    }),
  ),
  /** Null: it is not known right now. */
  quota: z.nullable(z.object({ leftToday: z.number(), limit: z.number(), resetsAt: z.number() })),
});
export type UsageView = z.infer<typeof UsageView>;
