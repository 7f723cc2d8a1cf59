import { FAMILIES } from '#app/blueprint/readiness/report.ts';
import type { Check, CheckStatus, Family } from '#app/blueprint/readiness/report.ts';

/** Names of the families, as people call them. */
const FAMILY_TITLES: Record<Family, string> = {
  protocol: 'Protocol',
  transport: 'Transport',
  auth: 'Who may call',
  tools: 'Tools',
  upstream: 'Calls to the API',
  security: 'Security',
  ops: 'Running it',
};

/** Checks that need attention come first. */
const ORDER: CheckStatus[] = ['fail', 'warn', 'pass', 'notApplicable'];

export const STATUS_WORDS: Record<CheckStatus, string> = {
  fail: 'fail',
  warn: 'warn',
  pass: 'pass',
  notApplicable: 'not applicable',
};

export interface CheckGroup {
  family: Family;
  title: string;
  /** Failing first, then by weight. */
  checks: Check[];
  counts: Record<CheckStatus, number>;
}

/** The checks by family, the families with the worst first. */
export function groupChecks(checks: readonly Check[]): CheckGroup[] {
  const groups = FAMILIES.map((family): CheckGroup => {
    const own = checks
      .filter((check) => check.family === family)
      .toSorted((a, b) => rankOf(a) - rankOf(b) || b.weight - a.weight);
    return { family, title: FAMILY_TITLES[family], checks: own, counts: countStatus(own) };
  });
  return groups
    .filter((group) => group.checks.length > 0)
    .toSorted((a, b) => rankOf(a.checks[0]) - rankOf(b.checks[0]));
}

/** How many checks have each status. */
export function countStatus(checks: readonly Check[]): Record<CheckStatus, number> {
  const counts = { fail: 0, warn: 0, pass: 0, notApplicable: 0 };
  for (const { status } of checks) counts[status] += 1;
  return counts;
}

function rankOf(check: Check | undefined): number {
  return check === undefined ? ORDER.length : ORDER.indexOf(check.status);
}
