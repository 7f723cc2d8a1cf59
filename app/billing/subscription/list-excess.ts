import { LIMITS } from '#app/billing/limits.ts';
import type { LimitUsage } from '#app/billing/usage.ts';

/** More of something than Free has room for. */
export interface Excess {
  used: number;
  allowed: number;
  what: 'projects' | 'privateEndpoints';
}

/** Limited things that stay when a plan ends: calls and turns start again by themselves. */
const KEPT = ['projects', 'privateEndpoints'] as const;

/** Lists what somebody has more of than the limits of Free allow. */
export function listExcess(limits: readonly LimitUsage[]): Excess[] {
  return KEPT.flatMap((what) => {
    const used = limits.find(({ limit }) => limit === what)?.used ?? 0;
    const allowed = LIMITS.free[what];
    return used > allowed ? [{ used, allowed, what }] : [];
  });
}
