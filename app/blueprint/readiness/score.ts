import type { Verdict } from '#app/platform/verdict.ts';

import type { Check, Report } from './report.ts';

/** Share of its weight that a warning earns. */
const WARN_SHARE = 0.5;
/** A failed check of this weight limits the score, however good the rest is. */
const VITAL_WEIGHT = 5;
/** The best score of a server that does not do its work. */
const MAX_BROKEN_SCORE = 74;

type Weighed = Pick<Check, 'status' | 'weight'>;

/** Points earned by a check, at most its weight; null if it does not apply. */
export function pointsOf({ status, weight }: Weighed): number | null {
  if (status === 'notApplicable') return null;
  if (status === 'fail') return 0;
  return status === 'pass' ? weight : weight * WARN_SHARE;
}

/** Sum of the points that checks earned, and of those possible. */
export function addPoints(checks: readonly Weighed[]): Pick<Report, 'points' | 'possible'> {
  const sums = { points: 0, possible: 0 };
  for (const check of checks) {
    const points = pointsOf(check);
    if (points === null) continue;
    sums.points += points;
    sums.possible += check.weight;
  }
  return sums;
}

/**
 * Adds up weights: a passed check counts in full, a warning half, a failed check not at all; one that does
 * not apply is left out of both sums. A server that nobody can use has no score.
 */
export function toScore(
  checks: readonly Check[],
  verdict: Verdict,
): Pick<Report, 'score' | 'points' | 'possible'> {
  const { points, possible } = addPoints(checks);
  if (verdict.kind === 'unusable' || possible === 0) return { score: null, points, possible };
  // Rounded down: 100 means that everything passes.
  const earned = Math.floor((100 * points) / possible);
  const score = checks.some(failsVitally) ? Math.min(earned, MAX_BROKEN_SCORE) : earned;
  return { score, points, possible };
}

/** Whether a check fails without which a server does not do its work. */
function failsVitally({ status, weight }: Weighed): boolean {
  return status === 'fail' && weight >= VITAL_WEIGHT;
}
