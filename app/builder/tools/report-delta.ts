import type { Report } from '#app/blueprint/readiness/report.ts';

/** Differences between two reports. */
export interface ReportDelta {
  score: { from: number | null; to: number | null };
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
  return { score: { from: before.score, to: after.score }, fixed, broken };
}

function findings({ checks }: Report): Set<string> {
  const wrong = checks.filter(({ status }) => status === 'fail' || status === 'warn');
  return new Set(wrong.map(({ id }) => id));
}
