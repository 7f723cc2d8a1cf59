import { toVerdict } from './each-tool.ts';
import type { ToolFault } from './each-tool.ts';
import type { RunEvidence } from './example-runs.ts';
import { notApplicable, toolsRule, UNSEEN } from './rule.ts';
import type { CheckRule } from './rule.ts';

/** Whether the code of each tool that has some ran to its end at least once. */
export const codeRunsRule: CheckRule = toolsRule({
  id: 'tools.codeRuns',
  title: 'Code has run successfully',
  weight: 5,
  fix: 'Run the tool, read its error and correct the code. Where no arguments could be made, add an example call that works.',
  judge: (tools, { runs }) => {
    const coded = tools.list.filter(({ source }) => source?.action.kind === 'code');
    if (coded.length === 0) return notApplicable(UNSEEN.code);
    if (runs === null) return notApplicable('No code was run.');
    const faults = coded.flatMap(({ name }) => findFault(name, runs));
    return toVerdict(tools, 'fail', 'All code ran to its end on the mock upstream.', faults);
  },
});

function findFault(tool: string, { runs, skipped, unanswered }: RunEvidence): ToolFault[] {
  const own = runs.filter((run) => run.tool === tool);
  if (own.some(({ error }) => error === null)) return [];
  const [first] = own;
  if (first !== undefined) return [{ tool, what: `every call failed, first with: ${first.error}` }];
  // What was not tried is not judged.
  if (skipped + unanswered > 0) return [];
  return [
    { tool, what: 'it has no example, and no arguments could be made from its input schema' },
  ];
}
