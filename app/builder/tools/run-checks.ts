import * as z from 'zod';

import type { Check, Report } from '#app/blueprint/readiness/report.ts';
import { verdictWords, type Verdict } from '#app/platform/verdict.ts';

import { defineTool } from './builder-tool.ts';

/** Something that the report finds wrong, as a model gets it. */
export interface Finding {
  id: string;
  title: string;
  evidence: string;
  fix: string;
  /** `fix_findings` can do it. */
  canFix: boolean;
}

export interface ReportAnswer {
  verdict: Verdict;
  /** 0 to 100; null for a server that nobody can use. */
  score: number | null;
  fails: Finding[];
  warns: Finding[];
}

export const runChecks = defineTool({
  name: 'run_checks',
  effect: 'tests',
  words: { now: 'Checking the server', done: 'Checked the server' },
  subject: [],
  description:
    'Makes the readiness report, in short, of blueprint, files, the running server and its example calls. The server may go to production when the verdict is Ready, that is, when nothing fails. fix_findings puts right what has canFix.',
  input: z.strictObject({}),
  async run(_input, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { problems };
    const { report, delta } = await workspace.report();
    const { score, fails, warns } = answerReport(report);
    const verdict = verdictWords(report.verdict);
    return { verdict, reason: report.reason, score, fails, warns, ...(delta ? { delta } : {}) };
  },
});

/** The report as a model gets it: what passed is only counted. */
export function answerReport({ verdict, score, checks }: Report): ReportAnswer {
  const of = (status: Check['status']) =>
    checks.filter((check) => check.status === status).map(toFinding);
  return { verdict, score, fails: of('fail'), warns: of('warn') };
}

function toFinding({ id, title, evidence, fix }: Check): Finding {
  return {
    id,
    title,
    evidence: evidence.text,
    fix: fix?.text ?? '',
    canFix: (fix?.edits?.length ?? 0) > 0,
  };
}
