import * as z from 'zod/mini';

/** The limits that something is used of. */
export const USED_LIMITS = [
  'projects',
  'privateEndpoints',
  'callsPerMinute',
  'callsPerDay',
  'turnsPerDay',
  'seats',
] as const;
export type UsedLimit = (typeof USED_LIMITS)[number];

/** How much of one limit is used. */
export const LimitUsage = z.object({
  limit: z.enum(USED_LIMITS),
  /** Null: it could not be counted just now. */
  used: z.nullable(z.number()),
  max: z.number(),
  /** Milliseconds since 1970; null: it does not start again by itself. */
  resetsAt: z.nullable(z.number()),
});
export type LimitUsage = z.infer<typeof LimitUsage>;

export const Usage = z.object({
  tier: z.enum(['free', 'pro', 'team']),
  limits: z.array(LimitUsage),
});
export type Usage = z.infer<typeof Usage>;
