import * as z from 'zod';

import type { Check, Report } from '#app/blueprint/readiness/report.ts';

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
  /** 0 to 100, or null where nothing could be checked. */
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
    'Makes the readiness report, in short, of blueprint, files, the running server and its example calls. fix_findings puts right what has canFix.',
  input: z.strictObject({}),
  async run(_input, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { problems };
    const { report, delta } = await workspace.report();
    const { verdict } = report;
    return { verdict, ...answerReport(report), ...(delta ? { delta } : {}) };
  },
});

/** The report as a model gets it: what passed is only counted. */
export function answerReport({ score, checks }: Report): ReportAnswer {
  const of = (status: Check['status']) =>
    checks.filter((check) => check.status === status).map(toFinding);
  return { score, fails: of('fail'), warns: of('warn') };
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
