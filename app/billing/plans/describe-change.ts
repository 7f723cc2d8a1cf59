import { LIMIT_ROWS } from '#app/billing/limit-rows.ts';
import { LIMITS, type GateTier } from '#app/billing/limits.ts';

/** A limit that is another one afterwards. */
export interface LimitChange {
  label: string;
  from: string;
  to: string;
}

/** The limits that differ between two plans, in the order of the table. */
export function listLimitChanges(from: GateTier, to: GateTier): LimitChange[] {
  return LIMIT_ROWS.map(({ label, read }) => ({
    label,
    from: read(LIMITS[from]),
    to: read(LIMITS[to]),
  })).filter((change) => change.from !== change.to);
}
