import { loadPayer } from '#app/auth/user-store.server.ts';
import { LIMITS, type Limits } from '#app/billing/limits.ts';
import { getTier } from '#app/billing/require-tier.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { systemClock, type Clock } from '#app/platform/clock.ts';

type PlanApp = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

/** A changed plan is in force after so long at the latest. */
const KEPT_MS = 30_000;
const MAX_KEPT = 1_000;

/** While a plan is unknown, calls are counted and kept by the largest, and sizes bounded by the smallest. */
const UNKNOWN: Limits = {
  ...LIMITS.free,
  callsPerMinute: LIMITS.team.callsPerMinute,
  callsPerDay: LIMITS.team.callsPerDay,
  logDays: LIMITS.team.logDays,
};

const kept = new Map<string, { limits: Limits; until: number }>();

/** The limits of the plan that an account has; an outage of ours locks nobody out. */
export async function getAccountLimits(
  app: PlanApp,
  account: string,
  now: Clock = systemClock,
): Promise<Limits> {
  const known = kept.get(account);
  if (known !== undefined && now() < known.until) return known.limits;
  kept.delete(account);
  const limits = await loadLimits(app, account);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(account, { limits, until: now() + KEPT_MS });
  return limits;
}

async function loadLimits(app: PlanApp, account: string): Promise<Limits> {
  return (await loadPlanLimits(app, account)) ?? UNKNOWN;
}

/** The limits of the plan that an account has now; null: it cannot be found out. */
export async function loadPlanLimits(app: PlanApp, account: string): Promise<Limits | null> {
  try {
    const uid = await loadPayer(app.env.DB, account);
    if (uid === null) return LIMITS.free;
    const tier = await getTier(app, { uid, bearer: null });
    return tier.ok ? LIMITS[tier.value] : null;
  } catch (error) {
    app.log.warn('limits.unknown', { account, error });
    return null;
  }
}
