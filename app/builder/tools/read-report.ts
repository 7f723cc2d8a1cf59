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
import { findUnknownChecks } from './reading/find-unknown-checks.ts';
import { takePage } from './reading/to-pages.ts';

/** Faults of a piece of a long list. */
const LINES = 25;

const STATUSES = ['fail', 'warn', 'pass', 'notApplicable'] as const satisfies CheckStatus[];

/** A check with its evidence, as a model gets it. */
interface ReportFinding {
  id: string;
  family: Family;
  status: CheckStatus;
  /** 1 to 5: how much it counts. */
  weight: number;
  title: string;
  evidence: Omit<CheckEvidence, 'rest'>;
  /** Only where it did not pass. `canFix`: `fix_findings` can do it, as far as `reach` says. */
  fix?: { text: string; canFix: boolean; reach?: { fixed: number; faults: number } };
}

export const readReport = defineTool({
  name: 'read_report',
  effect: 'reads',
  words: { now: 'Reading the report', done: 'Read the report' },
  subject: [],
  description:
    'Reads the readiness report, worst first, page by page: what was sent, what came back, how it is put right. By default what failed or warned; with ids those checks, and every tool at fault.',
  input: z.strictObject({
    ids: z.array(z.string()).min(1).optional(),
    families: z.array(z.enum(FAMILIES)).min(1).optional(),
    statuses: z.array(z.enum(STATUSES)).min(1).optional(),
    page: z.int().min(1).optional(),
  }),
  async run({ ids, page = 1, ...choice }, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { problems };
    const { report, delta } = await workspace.report();
    const unknown = findUnknownChecks(ids, report);
    if (unknown.length > 0) return { problems: unknown };
    const chosen = choose(report, { ids, ...choice });
    const items = chosen.flatMap((check) => [toFinding(check), ...(ids ? toRest(check) : [])]);
    const taken = takePage(items, page);
    if (!taken.ok) return { problems: taken.problems };
    const { number, of } = taken.value.page;
    return {
      verdict: verdictWords(report.verdict),
      reason: report.reason,
      score: report.score,
      families: countFamilies(report),
      findings: taken.value.shown,
      page: { number, of, findings: chosen.length },
      ...(delta ? { delta } : {}),
    };
  },
});

interface CheckChoice {
  ids?: string[] | undefined;
  families?: Family[] | undefined;
  statuses?: CheckStatus[] | undefined;
}

/** The checks of a choice, the worst first; whatever they found, where they are named. */
function choose({ checks }: Report, { ids, families, statuses }: CheckChoice): Check[] {
  const wanted = statuses ?? (ids ? STATUSES : ['fail', 'warn']);
  return checks
    .filter(({ id, family, status }) => {
      const isChosen = (ids?.includes(id) ?? true) && (families?.includes(family) ?? true);
      return isChosen && wanted.includes(status);
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.weight - a.weight);
}

/** The faults of a check that its finding only counts, in pieces that pages are made of. */
function toRest({ id, evidence: { rest = [] } }: Check): object[] {
  const pieces: object[] = [];
  for (let from = 0; from < rest.length; from += LINES) {
    pieces.push({ id, more: rest.slice(from, from + LINES).join('\n') });
  }
  return pieces;
}

function rankOf({ status }: Check): number {
  return STATUSES.indexOf(status);
}

function toFinding(check: Check): ReportFinding {
  const { id, family, status, weight, title, fix } = check;
  const { rest: _rest, ...evidence } = check.evidence;
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
