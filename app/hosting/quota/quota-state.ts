import * as z from 'zod/mini';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A grant is used within this time, or lost. */
const GRANT_MS = 30_000;
/** A batch is this part of the rest, so that one isolate does not take it all. */
const BATCH_PART = 8;

/** Hosted calls that one account has taken; days are those of UTC. */
export const QuotaState = z.object({
  /** Beginning of the minute, in milliseconds since 1970. */
  minute: z.number(),
  usedInMinute: z.number(),
  /** Beginning of the day. */
  day: z.number(),
  usedToday: z.number(),
});
export type QuotaState = z.infer<typeof QuotaState>;

/** The calls of a plan. */
export interface CallLimits {
  callsPerMinute: number;
  callsPerDay: number;
}

/** Calls that an isolate may serve without asking again. */
export interface Grant {
  calls: number;
  /** They count as used after this time, whether they were or not. */
  until: number;
  /** Today's rest after this grant. */
  leftToday: number;
  /** When there are calls again, if there is none left. */
  resetsAt: number;
  /** The limit that leaves none, and what of it is used; null: something was granted. */
  full: { limit: 'callsPerMinute' | 'callsPerDay'; used: number; max: number } | null;
}

/** Nothing was taken yet. */
export const UNUSED_QUOTA: QuotaState = { minute: 0, usedInMinute: 0, day: 0, usedToday: 0 };

/**
 * Grants calls to an isolate: one, or a batch, which is an eighth of the rest. Granted calls count as used at
 * once, so that all isolates together never serve more than the limits allow; they may refuse early.
 */
export function grantCalls(
  state: QuotaState,
  limits: CallLimits,
  wanted: 'batch' | 1,
  now: number,
): { state: QuotaState; grant: Grant } {
  const { usedInMinute, minuteEndsAt, usedToday, dayEndsAt } = countCalls(state, now);
  const leftInMinute = Math.max(0, limits.callsPerMinute - usedInMinute);
  const leftToday = Math.max(0, limits.callsPerDay - usedToday);
  const rest = Math.min(leftInMinute, leftToday);
  const calls = Math.min(rest, wanted === 'batch' ? Math.ceil(rest / BATCH_PART) : wanted);
  const next = {
    minute: minuteEndsAt - MINUTE_MS,
    usedInMinute: usedInMinute + calls,
    day: dayEndsAt - DAY_MS,
    usedToday: usedToday + calls,
  };
  const isDayFull = leftToday === 0;
  const resetsAt = isDayFull ? dayEndsAt : minuteEndsAt;
  const full = isDayFull
    ? { limit: 'callsPerDay' as const, used: usedToday, max: limits.callsPerDay }
    : { limit: 'callsPerMinute' as const, used: usedInMinute, max: limits.callsPerMinute };
  const until = Math.min(now + GRANT_MS, minuteEndsAt);
  return {
    state: next,
    grant: {
      calls,
      until,
      leftToday: leftToday - calls,
      resetsAt,
      full: calls === 0 ? full : null,
    },
  };
}

/** Calls that are used of the minute and of the day, and when each begins again. */
export interface CallsUsed {
  usedInMinute: number;
  minuteEndsAt: number;
  usedToday: number;
  dayEndsAt: number;
}

/** Counts the calls of the present minute and day; takes none. */
export function countCalls(state: QuotaState, now: number): CallsUsed {
  const minute = now - (now % MINUTE_MS);
  const day = now - (now % DAY_MS);
  return {
    usedInMinute: state.minute === minute ? state.usedInMinute : 0,
    minuteEndsAt: minute + MINUTE_MS,
    usedToday: state.day === day ? state.usedToday : 0,
    dayEndsAt: day + DAY_MS,
  };
}

/** Today's rest, and when the day ends. */
export function readQuota(
  state: QuotaState,
  { callsPerDay }: CallLimits,
  now: number,
): { leftToday: number; limit: number; resetsAt: number } {
  const { usedToday, dayEndsAt } = countCalls(state, now);
  const leftToday = Math.max(0, callsPerDay - usedToday);
  return { leftToday, limit: callsPerDay, resetsAt: dayEndsAt };
}
