import * as z from 'zod';

import { describeFix } from '#app/blueprint/readiness/describe-fix.ts';
import type { Check } from '#app/blueprint/readiness/report.ts';
import { verdictWords } from '#app/platform/verdict.ts';

import { defineTool } from './builder-tool.ts';
import { findUnknownChecks } from './reading/find-unknown-checks.ts';
import { answerReport } from './run-checks.ts';
import type { Workspace } from './workspace.ts';

/** Changes that are told one by one. */
const MAX_TOLD = 20;

export const fixFindings = defineTool({
  name: 'fix_findings',
  effect: 'changes',
  words: { now: 'Fixing what the report found', done: 'Fixed what the report found' },
  subject: [],
  description:
    "Applies the report's own fixes to the checks of these ids, or to all that have one, and tells each change; with preview it only tells them.",
  input: z.strictObject({
    ids: z.array(z.string()).optional(),
    preview: z.boolean().optional(),
  }),
  async run({ ids, preview = false }, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { fixed: [], left: [], problems };
    const before = (await workspace.report()).report;
    const unknown = findUnknownChecks(ids, before);
    if (unknown.length > 0) return { fixed: [], left: [], problems: unknown };
    const { checks } = before;
    const meant = checks.filter(
      ({ id, status }) => (status === 'fail' || status === 'warn') && (ids?.includes(id) ?? true),
    );
    if (preview) return { wouldChange: toTold(meant.flatMap((check) => tell(check, workspace))) };
    const fixed: string[] = [];
    const told: string[] = [];
    for (const check of meant) {
      if (!check.fix?.edits?.length) continue;
      const sentences = tell(check, workspace);
      // What an earlier fix changed may be in the way of a later one; that one is left.
      if (workspace.edit(check.fix.edits, []).problems.length > 0) continue;
      fixed.push(check.id);
      told.push(...sentences);
    }
    const broken = await workspace.settle();
    if (broken.length > 0) return { fixed: [], left: [], problems: broken };
    const { report, delta } = await workspace.report();
    const { score, fails, warns } = answerReport(report);
    const verdict = verdictWords(report.verdict);
    const left = [...fails, ...warns];
    return { fixed, changed: toTold(told), verdict, score, left, ...(delta ? { delta } : {}) };
  },
});

/** Describes the edits of a fix, before they are applied. */
function tell({ fix }: Check, { blueprint }: Workspace): string[] {
  return (fix?.edits ?? []).map((edit) => describeFix(edit, blueprint));
}

function toTold(sentences: readonly string[]): string[] {
  const rest = sentences.length - MAX_TOLD;
  return [
    ...sentences.slice(0, MAX_TOLD),
    ...(rest > 0 ? [`And ${rest} more changes of these kinds.`] : []),
  ];
}
