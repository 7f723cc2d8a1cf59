import * as z from 'zod';

import { defineTool } from './builder-tool.ts';
import { answerReport } from './run-checks.ts';

export const fixFindings = defineTool({
  name: 'fix_findings',
  effect: 'changes',
  words: { now: 'Fixing what the report found', done: 'Fixed what the report found' },
  subject: [],
  description:
    "Applies the report's own fixes to what it finds wrong: to the checks of these ids, or to all that have one.",
  input: z.strictObject({ ids: z.array(z.string()).optional() }),
  async run({ ids }, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { fixed: [], left: [], problems };
    const { checks } = (await workspace.report()).report;
    const fixed: string[] = [];
    for (const { id, status, fix } of checks) {
      const isMeant = (status === 'fail' || status === 'warn') && (ids?.includes(id) ?? true);
      if (!isMeant || !fix?.edits?.length) continue;
      // What an earlier fix changed may be in the way of a later one; that one is left.
      if (workspace.edit(fix.edits, []).problems.length === 0) fixed.push(id);
    }
    const broken = await workspace.settle();
    if (broken.length > 0) return { fixed: [], left: [], problems: broken };
    const { report, delta } = await workspace.report();
    const { score, fails, warns } = answerReport(report);
    return { fixed, score, left: [...fails, ...warns], ...(delta ? { delta } : {}) };
  },
});
