import { toVisible } from '#app/blueprint/import/text/visible-text.ts';

import type { JudgedTool, JudgedTools } from './facts.ts';
import { nameSome } from './name-some.ts';
import type { CheckStatus, FixEdit } from './report.ts';
import type { CheckVerdict } from './rule.ts';

/** Faults listed in the evidence of a verdict; the rest is counted. */
const MAX_LISTED = 12;
/** Faults that are kept beside it, and characters of each. */
const MAX_KEPT = 2_000;
const MAX_LINE = 300;
/** Characters of a fault in the sentence of a verdict, alone and among others. */
const MAX_ALONE = 240;
const MAX_AMONG = 90;

/** A fault of one tool, and the edits that fix it. */
export interface ToolFault {
  tool: string;
  what: string;
  /**
   * The fault in the sentence of the verdict, which models read as ours: without the words of a document
   * that are the fault. Default: `what`; empty: the tool's name alone.
   */
  brief?: string;
  edits?: FixEdit[];
}

/** Checks each tool; passes if none has a fault. */
export function judgeEach(
  tools: JudgedTools,
  status: Extract<CheckStatus, 'warn' | 'fail'>,
  pass: string,
  find: (tool: JudgedTool) => string | Omit<ToolFault, 'tool'> | null,
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
    text: `${names.size} of ${all}: ${describeFaults(faults)}.`,
    ...toEvidence(faults),
  };
}

/** The faults as evidence: a line for each, what fixes it, and where the first of them is. */
export function toEvidence(
  faults: readonly ToolFault[],
): Pick<CheckVerdict, 'got' | 'rest' | 'repairs' | 'place'> {
  const lines = faults.map(({ tool, what }) => `${tool}: ${what}`);
  const rest = lines.slice(MAX_LISTED, MAX_KEPT).map((line) => cut(line, MAX_LINE));
  const tool = faults.find((fault) => isToolName(fault.tool))?.tool;
  return {
    got: listed(lines),
    ...(rest.length > 0 ? { rest } : {}),
    repairs: faults.map(({ edits = [] }) => edits),
    ...(tool === undefined ? {} : { place: { tab: 'tools', tool } }),
  };
}

/** Whether a fault is of a tool, not of a definition that several share or of the server. */
function isToolName(name: string): boolean {
  return !/[/ ]/.test(name);
}

/** The faults in a sentence, tool by tool: `get_user (no title), get_order (no title) and 3 more`. */
export function describeFaults(faults: readonly ToolFault[]): string {
  const byTool = [...Map.groupBy(faults, ({ tool }) => tool)];
  const [first, ...others] = new Set(faults.map(toBrief));
  if (others.length === 0) {
    const names = nameSome(byTool.map(([name]) => name));
    return toVisible(first ? `${names} (${cut(first, MAX_ALONE)})` : names);
  }
  const max = byTool.length === 1 ? MAX_ALONE : MAX_AMONG;
  const parts = byTool.map(([name, [fault, ...more]]) => {
    const brief = fault ? toBrief(fault) : '';
    const rest = more.length === 0 ? '' : `, and ${more.length} more`;
    return brief === '' ? name : `${name} (${cut(brief, max)}${rest})`;
  });
  return toVisible(nameSome(parts));
}

function toBrief({ what, brief = what }: ToolFault): string {
  return brief.replaceAll(/\s+/g, ' ').trim();
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}

/** Joins lines, only the first of them if there are many. */
export function listed(lines: readonly string[]): string {
  const shown = lines.slice(0, MAX_LISTED);
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}
