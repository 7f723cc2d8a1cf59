import type { Check, CheckFix, FixPlace } from '#app/blueprint/readiness/report.ts';
import { addPoints, pointsOf } from '#app/blueprint/readiness/score.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { VERDICT_TONES, verdictWords } from '#app/platform/verdict.ts';

import type { ReportState } from './use-report.ts';

type Known = Pick<ReportState, 'report' | 'isChecking' | 'failure'>;

/** The colour of the verdict; plain where the newest is not known. */
export function readinessTone({ report, isChecking, failure }: Known) {
  if (isChecking || failure !== null || report === null) return 'plain';
  return VERDICT_TONES[report.verdict.kind];
}

/** The verdict in a few words. */
export function readinessWords({ report, isChecking, failure }: Known): string {
  if (isChecking) return 'checking…';
  return failure !== null || report === null ? 'not checked' : verdictWords(report.verdict);
}

/** The announcement for screen readers as the report arrives; a failure announces itself. */
export function announceReport({ report, isChecking, failure }: Known): string {
  if (isChecking) return 'Checking';
  return failure !== null || report === null ? '' : `Readiness: ${verdictWords(report.verdict)}`;
}

/** The label of the button that fixes all it can. */
export function fixWords({
  label,
  reach = { fixed: 1, faults: 1 },
}: Pick<CheckFix, 'label' | 'reach'>): string {
  if (label !== undefined) return label;
  const { fixed, faults } = reach;
  if (faults === 1) return 'Fix it';
  return fixed === faults ? `Fix all ${faults}` : `Fix ${fixed} of ${faults}`;
}

/** The label of the button that leads to where people fix it. */
export function placeWords(place: FixPlace): string {
  switch (place.tab) {
    case 'tools':
      return place.tool === undefined ? 'Choose tools' : `Open ${place.tool}`;
    case 'files':
      return `Open ${place.file}`;
    case 'setup':
      return 'Open setup';
  }
}

/**
 * The message that asks the builder for a fix. It counts as the person's own words, so it quotes nothing of what
 * was found: the builder reads that in the report.
 */
export function askWords({ id }: Check): string {
  return `Fix \`${id}\` in the report.`;
}

/** The points that a check adds to the score. */
export function pointWords(check: Check): string {
  const points = pointsOf(check);
  return points === null ? 'not counted' : `${points} of ${check.weight}`;
}

/** The points that checks add to the score together. */
export function sumWords(checks: readonly Check[]): string {
  const { points, possible } = addPoints(checks);
  return possible === 0 ? 'not counted' : `${formatCount(points)} of ${possible} points`;
}
