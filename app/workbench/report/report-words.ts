import type { Check, CheckFix } from '#app/blueprint/readiness/report.ts';
import { addPoints, pointsOf } from '#app/blueprint/readiness/score.ts';

import type { ReportState } from './use-report.ts';

const TONES = { A: 'pass', B: 'pass', C: 'warn', D: 'fail' } as const;

type Known = Pick<ReportState, 'report' | 'isChecking' | 'failure'>;

/** How good the score is; plain where the newest is not known. */
export function readinessTone({ report, isChecking, failure }: Known) {
  const grade = isChecking || failure !== null ? null : (report?.grade ?? null);
  return grade === null ? 'plain' : TONES[grade];
}

/** The score in a word or two. */
export function readinessWords({ report, isChecking, failure }: Known): string {
  if (isChecking) return 'checking…';
  if (failure !== null || report === null) return 'not checked';
  return report.score === null ? 'nothing judged' : `${report.score} of 100`;
}

/** The announcement for screen readers as the report arrives; a failure announces itself. */
export function announceReport({ report, isChecking, failure }: Known): string {
  if (isChecking) return 'Checking';
  if (failure !== null || report === null) return '';
  return report.score === null ? 'Nothing was checked.' : `Readiness: ${report.score} of 100`;
}

/** The label of the button that fixes all it can. */
export function fixWords({ reach = { fixed: 1, faults: 1 } }: Pick<CheckFix, 'reach'>): string {
  const { fixed, faults } = reach;
  if (faults === 1) return 'Fix it';
  return fixed === faults ? `Fix all ${faults}` : `Fix ${fixed} of ${faults}`;
}

/** The points that a check adds to the score. */
export function pointWords(check: Check): string {
  const points = pointsOf(check);
  return points === null ? 'not counted' : `${points} of ${check.weight}`;
}

/** The points that checks add to the score together. */
export function sumWords(checks: readonly Check[]): string {
  const { points, possible } = addPoints(checks);
  return possible === 0 ? 'not counted' : `${points.toLocaleString('en')} of ${possible} points`;
}
