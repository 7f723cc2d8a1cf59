import type { Report } from '#app/blueprint/readiness/report.ts';
import type { Verdict } from '#app/platform/verdict.ts';

/** Differences between two reports. */
export interface ReportDelta {
  score: { from: number | null; to: number | null };
  /** Absent in messages of before there were verdicts. */
  verdict?: { from: Verdict; to: Verdict };
  /** Ids of the checks that found something wrong, and do no more. */
  fixed: string[];
  /** Ids of those that find something wrong only now. */
  broken: string[];
}

/** Compares the report of a draft with the one before; null where nothing is different. */
export function diffReports(before: Report, after: Report): ReportDelta | null {
  const old = findings(before);
  const now = findings(after);
  const fixed = [...old].filter((id) => !now.has(id));
  const broken = [...now].filter((id) => !old.has(id));
  if (fixed.length === 0 && broken.length === 0 && before.score === after.score) return null;
  return {
    score: { from: before.score, to: after.score },
    verdict: { from: before.verdict, to: after.verdict },
    fixed,
    broken,
  };
}

function findings({ checks }: Report): Set<string> {
  const wrong = checks.filter(({ status }) => status === 'fail' || status === 'warn');
  return new Set(wrong.map(({ id }) => id));
}
