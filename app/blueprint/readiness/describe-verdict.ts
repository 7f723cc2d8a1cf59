import { nameSome } from './name-some.ts';
import type { Check, Report } from './report.ts';
import { failsVitally } from './score.ts';

/** The report in one sentence: whether the server is ready for production, and what is in the way. */
export function describeVerdict(
  checks: readonly Check[],
  { score, grade }: Pick<Report, 'score' | 'grade'>,
): string {
  if (score === null) return 'Nothing could be checked.';
  const failed = checks.filter(({ status }) => status === 'fail');
  const vital = failed.filter(failsVitally);
  if (vital.length > 0) {
    return `Not ready for production: ${listTitles(vital, 'vital check')}.`;
  }
  if (grade === 'C' || grade === 'D') {
    return `Not ready for production: too much is missing, at ${score} of 100.`;
  }
  if (failed.length > 0) return `Nearly ready for production: ${listTitles(failed, 'check')}.`;
  const warned = checks.filter(({ status }) => status === 'warn').length;
  const warnings = warned === 1 ? ', with 1 warning' : `, with ${warned} warnings`;
  return `Ready for production${warned === 0 ? '' : warnings}.`;
}

/** Titles say what holds when a check passes. */
function listTitles(checks: readonly Check[], what: string): string {
  const count = checks.length === 1 ? `1 ${what} fails` : `${checks.length} ${what}s fail`;
  return `${count} (${nameSome(checks.map(({ title }) => `“${title}”`))})`;
}
