import * as z from 'zod/mini';

/** Calls of one version while a rollout runs. */
export const VersionUsage = z.object({
  calls: z.number(),
  errors: z.number(),
  /** Milliseconds that half of the calls stayed below; null: there was none. */
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
});
export type VersionUsage = z.infer<typeof VersionUsage>;

/** How many calls there were, and how many of them failed. */
export const CallCounts = z.object({ calls: z.number(), errors: z.number() });
export type CallCounts = z.infer<typeof CallCounts>;

/** Calls of both versions of a rollout, counted since it began. */
export interface RolloutUsage<Usage extends CallCounts = CallCounts> {
  /** The version that a share of the callers gets. */
  candidate: Usage;
  /** The version that all others get. */
  stable: Usage;
}

/** How a rollout ended. */
export const RolloutEnd = z.object({
  outcome: z.enum(['promoted', 'takenBack', 'replaced', 'offline']),
  /** By the rule, not by a person. */
  isAutomatic: z.boolean(),
  at: z.number(),
  /** The version beside it. */
  stableVersion: z.number(),
  candidate: CallCounts,
  stable: CallCounts,
});
export type RolloutEnd = z.infer<typeof RolloutEnd>;

/** A version that a share of the callers gets, as the owner of the endpoint sees it. */
export const RolloutView = z.object({
  version: z.number(),
  /** When it began, in milliseconds since 1970. */
  at: z.number(),
  /** Callers that get it, in percent. */
  share: z.number(),
  /** It is promoted by itself after so many of its calls if it is not worse; null: only by hand. */
  promoteAfter: z.nullable(z.number()),
  candidate: VersionUsage,
  stable: VersionUsage,
});
export type RolloutView = z.infer<typeof RolloutView>;

/** Percent of the callers that a rollout may begin with: all others get the version before. */
export const MIN_SHARE = 1;
export const MAX_SHARE = 99;

export const NO_USAGE: VersionUsage = { calls: 0, errors: 0, p50: null, p95: null };
