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

/** What is said aloud as the report comes; a failure speaks for itself. */
export function announceReport({ report, isChecking, failure }: Known): string {
  if (isChecking) return 'Checking';
  if (failure !== null || report === null) return '';
  return report.score === null ? 'Nothing was judged.' : `Readiness: ${report.score} of 100`;
}
