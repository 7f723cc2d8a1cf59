import type { Check, Report } from './report.ts';

/** What a warning is worth. */
const WARN_SHARE = 0.5;
/** A failed check of this weight keeps the grade down, however good the rest is. */
const VITAL_WEIGHT = 5;

type Weighed = Pick<Check, 'status' | 'weight'>;

/** Points that a check gets, of as many as it weighs; null where it does not apply. */
export function pointsOf({ status, weight }: Weighed): number | null {
  if (status === 'notApplicable') return null;
  if (status === 'fail') return 0;
  return status === 'pass' ? weight : weight * WARN_SHARE;
}

/** The points that checks get together, and how many they could. */
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
 * Adds up weights: a check that passes counts in full, one that warns by half, one that fails not at
 * all, and one that does not apply is left out of both sums.
 */
export function toScore(
  checks: readonly Check[],
): Pick<Report, 'score' | 'grade' | 'points' | 'possible'> {
  const { points, possible } = addPoints(checks);
  if (possible === 0) return { score: null, grade: null, points, possible };
  // Rounded down: 100 is for a server in which everything passes.
  const score = Math.floor((100 * points) / possible);
  const isCapped = checks.some(({ status, weight }) => status === 'fail' && weight >= VITAL_WEIGHT);
  return { score, grade: toGrade(score, isCapped), points, possible };
}

function toGrade(score: number, isCapped: boolean): NonNullable<Report['grade']> {
  if (score >= 90 && !isCapped) return 'A';
  if (score >= 75 && !isCapped) return 'B';
  return score >= 60 ? 'C' : 'D';
}
