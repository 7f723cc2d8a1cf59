import type { JudgedTool, JudgedTools } from './facts.ts';
import type { CheckStatus, FixEdit } from './report.ts';
import type { CheckVerdict } from './rule.ts';

/** Tools named in a verdict; the rest is counted. */
const MAX_NAMED = 12;

/** A fault of one tool, and the edits that fix it. */
export interface ToolFault {
  tool: string;
  what: string;
  edits?: FixEdit[];
}

/** Checks each tool; passes if none has a fault. */
export function judgeEach(
  tools: JudgedTools,
  status: Extract<CheckStatus, 'warn' | 'fail'>,
  pass: string,
  find: (tool: JudgedTool) => string | { what: string; edits: FixEdit[] } | null,
): CheckVerdict {
  const faults = tools.list.flatMap((tool): ToolFault[] => {
    const found = find(tool);
    if (found === null) return [];
    return [{ tool: tool.name, ...(typeof found === 'string' ? { what: found } : found) }];
  });
  return toVerdict(tools, status, pass, faults);
}

/** Verdict on faults that were already found. */
export function toVerdict(
  { list }: JudgedTools,
  status: Extract<CheckStatus, 'warn' | 'fail'>,
  pass: string,
  faults: readonly ToolFault[],
): CheckVerdict {
  const all = list.length === 1 ? '1 tool' : `${list.length} tools`;
  if (faults.length === 0) return { status: 'pass', text: `${pass} Looked at ${all}.` };
  const names = new Set(faults.map(({ tool }) => tool));
  return {
    status,
    text: `${names.size} of ${all}.`,
    got: listed(faults.map(({ tool, what }) => `${tool}: ${what}`)),
    repairs: faults.map(({ edits = [] }) => edits),
  };
}

/** Joins lines, only the first of them if there are many. */
export function listed(lines: readonly string[]): string {
  const shown = lines.slice(0, MAX_NAMED);
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}
