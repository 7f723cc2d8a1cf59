import * as z from 'zod/mini';

import { PAID_TIERS } from '#app/billing/plans/plan-prices.ts';

/** How a call of an endpoint ended. */
export const CallEnd = z.enum([
  'ok',
  'argumentRefused',
  'upstreamStatus',
  'upstreamFailed',
  'timeOut',
  'answerTooLarge',
  'outputBroken',
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
  /** Id of the request that it came with (`x-request-id`); null: it is not known. */
  request: z.nullable(z.string()),
  /** The connected app by the name that it gave itself; null: it came without one. */
  app: z.nullable(z.string()),
  /** Status of the API's last answer; null: there was none. */
  status: z.nullable(z.number()),
  /** Why it failed, without anything that it was about; null: it did not fail by itself. */
  cause: z.nullable(z.string()),
  /** Its arguments as JSON, redacted and cut; null: the owner does not have them kept. */
  arguments: z.nullable(z.string()),
});
export type CallEntry = z.infer<typeof CallEntry>;

/** A call as it is noted. */
export interface NotedCall extends CallEntry {
  /** Tells visitors apart while a rollout is judged, and is not kept with the call; absent: no visitor's, or unknown. */
  visitor?: string | undefined;
}

/** Facts that calls lack which were recorded before the log had them. */
export const UNKNOWN_FACTS = {
  request: null,
  app: null,
  status: null,
  cause: null,
  arguments: null,
} satisfies Partial<CallEntry>;

/** How calls ended that a list shows: one end, or all that failed. */
export const CallEnding = z.enum([...CallEnd.options, 'failed']);
export type CallEnding = z.infer<typeof CallEnding>;

/** A page of calls, newest first. */
export const CallPage = z.object({
  calls: z.array(CallEntry),
  /** Where the next page begins: calls with a lower id; null: this is the last one. */
  next: z.nullable(z.string()),
  /** Rises with each call that arrives; what arrives later is `after` this. */
  tail: z.number(),
  /** How many calls are kept at all. */
  kept: z.number(),
});
export type CallPage = z.infer<typeof CallPage>;

/** Settings of the log, as `GET /api/projects/:id/log` answers it. */
export const LogSettings = z.object({
  /** Arguments of calls are kept. */
  keepsArguments: z.boolean(),
});
export type LogSettings = z.infer<typeof LogSettings>;

/** Older calls were asked for than the plan keeps, and are left out. */
export const CutLog = z.object({
  /** Says that, and which plan keeps them longer. */
  detail: z.string(),
  limit: z.literal('logDays'),
  /** Days that were asked for. */
  used: z.number(),
  /** Days that the plan keeps. */
  max: z.number(),
  /** The lowest plan that keeps calls so long; null: none does. */
  liftedBy: z.nullable(z.enum(PAID_TIERS)),
});

/** A page as `GET /api/projects/:id/calls` answers it. */
export const NamedCallPage = z.extend(CallPage, {
  /** Null: all calls were kept that were asked for. */
  cut: z.nullable(CutLog),
  /** Names of the keys in it, by id; keys that are gone have none. */
  keyNames: z.record(z.string(), z.string()),
});
export type NamedCallPage = z.infer<typeof NamedCallPage>;

/** Calls by hour and by tool, and what is left of the quota. */
export const UsageView = z.object({
  /** Oldest first; an hour without calls is left out. */
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
      p50: z.nullable(z.number()),
      p95: z.nullable(z.number()),
    }),
  ),
  /** Null: it is not known right now. */
  quota: z.nullable(z.object({ leftToday: z.number(), limit: z.number(), resetsAt: z.number() })),
});
export type UsageView = z.infer<typeof UsageView>;
