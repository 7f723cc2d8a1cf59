import * as z from 'zod';

import {
  FAMILIES,
  type Check,
  type CheckEvidence,
  type CheckStatus,
  type Family,
  type Report,
} from '#app/blueprint/readiness/report.ts';
import { verdictWords } from '#app/platform/verdict.ts';

import { defineTool } from './builder-tool.ts';
import { takePage } from './reading/to-pages.ts';

const STATUSES = ['fail', 'warn', 'pass', 'notApplicable'] as const satisfies CheckStatus[];

/** A check with its evidence, as a model gets it. */
interface ReportFinding {
  id: string;
  family: Family;
  status: CheckStatus;
  /** 1 to 5: how much it counts. */
  weight: number;
  title: string;
  evidence: CheckEvidence;
  /** Only where it did not pass. `canFix`: `fix_findings` can do it, as far as `reach` says. */
  fix?: { text: string; canFix: boolean; reach?: { fixed: number; faults: number } };
}

export const readReport = defineTool({
  name: 'read_report',
  effect: 'reads',
  words: { now: 'Reading the report', done: 'Read the report' },
  subject: [],
  description:
    'Reads the readiness report in full, worst first, page by page: with what was sent, what came back and how it is put right. By default what failed or warned.',
  input: z.strictObject({
    families: z.array(z.enum(FAMILIES)).min(1).optional(),
    statuses: z.array(z.enum(STATUSES)).min(1).default(['fail', 'warn']),
    page: z.int().min(1).default(1),
  }),
  async run({ families = FAMILIES, statuses, page }, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { problems };
    const { report, delta } = await workspace.report();
    const findings = report.checks
      .filter(({ family, status }) => families.includes(family) && statuses.includes(status))
      .toSorted((a, b) => rankOf(a) - rankOf(b) || b.weight - a.weight)
      .map(toFinding);
    const taken = takePage(findings, page);
    if (!taken.ok) return { problems: taken.problems };
    const { number, of, total } = taken.value.page;
    return {
      verdict: verdictWords(report.verdict),
      reason: report.reason,
      score: report.score,
      families: countFamilies(report),
      findings: taken.value.shown,
      page: { number, of, findings: total },
      ...(delta ? { delta } : {}),
    };
  },
});

function rankOf({ status }: Check): number {
  return STATUSES.indexOf(status);
}

function toFinding({ id, family, status, weight, title, evidence, fix }: Check): ReportFinding {
  const finding = { id, family, status, weight, title, evidence };
  if (!fix) return finding;
  const { text, edits = [], reach } = fix;
  return { ...finding, fix: { text, canFix: edits.length > 0, ...(reach ? { reach } : {}) } };
}

/** How many checks of each family ended how; families without a check are left out. */
function countFamilies({ checks }: Report): object[] {
  return [...Map.groupBy(checks, ({ family }) => family)].map(([family, own]) => ({
    family,
    ...Object.fromEntries(
      STATUSES.map((each) => [each, own.filter(({ status }) => status === each).length]),
    ),
  }));
}
