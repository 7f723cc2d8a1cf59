import type { Check, Report } from './report.ts';

/** What a warning is worth. */
const WARN_SHARE = 0.5;
/** A failed check of this weight keeps the grade down, however good the rest is. */
const VITAL_WEIGHT = 5;

/**
 * Adds up weights: a check that passes counts in full, one that warns by half, one that fails not at
 * all, and one that does not apply is left out of both sums.
 */
export function toScore(
  checks: readonly Check[],
): Pick<Report, 'score' | 'grade' | 'points' | 'possible'> {
  let points = 0;
  let possible = 0;
  for (const { status, weight } of checks) {
    if (status === 'notApplicable') continue;
    possible += weight;
    if (status === 'pass') points += weight;
    if (status === 'warn') points += weight * WARN_SHARE;
  }
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
