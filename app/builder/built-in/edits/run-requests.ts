import { FAMILIES } from '#app/blueprint/readiness/report.ts';
import { escapePattern } from '#app/extraction/reading/escape-pattern.ts';

import type { Effect } from './effect.ts';
import { findTools } from './find-tools.ts';
import type { Scope } from './scope.ts';

/** Reads "call get_user with id 5", "run list_users limit=5": a call of a tool by its name. */
export function callNamedTool(text: string, scope: Scope): Effect | null {
  const { lx } = scope;
  if (
    !lx
      .rx(
        String.raw`^\s*(?:<please>[\s,]+)*<test>\s+(?:<filler>\s+|<tool>\s+)*[\x60"']?[A-Za-z]\w*_\w+`,
      )
      .test(text)
  )
    return null;
  if (lx.rx('<rename>\\s+(?:<it>|<filler>)|<named>|<instead>').test(text)) return null;
  return runRequests(text, scope);
}

/** The id of a check of the report, wherever a sentence names it. */
const CHECK_ID = new RegExp(
  String.raw`(?<![\w./])(?:${FAMILIES.join('|')})\.[a-z][A-Za-z]*(?![\w/])`,
  'g',
);

/** Reads "fix `tools.saysWhen` in the report": the fixes of these checks, and of no others. */
export function fixNamedFindings(text: string, { lx }: Scope): Effect | null {
  if (!lx.rx(String.raw`^\s*(?:<please>[\s,]+)*(?:fix|repair|correct)\s|<fixIt>`).test(text))
    return null;
  const ids = [...new Set(text.match(CHECK_ID))];
  if (ids.length === 0) return null;
  return { kind: 'calls', calls: [{ tool: 'fix_findings', input: { ids } }], say: 'result' };
}

/** Runs something: a tool, the checks, the fixes of the report. */
export function runRequests(text: string, scope: Scope): Effect | null {
  const { lx } = scope;
  if (lx.rx('<fixIt>').test(text))
    return { kind: 'calls', calls: [{ tool: 'fix_findings', input: {} }], say: 'result' };
  if (lx.rx('<test>').test(text)) {
    const { tools, how } = findTools(text, scope);
    const [tool] = tools;
    if (tool && tools.length === 1 && how !== 'none' && tool.original !== null) {
      const names = tool.args.map(({ name }) => name);
      const input = { name: tool.original, arguments: readArguments(text, names) };
      return { kind: 'calls', calls: [{ tool: 'run_tool', input }], say: 'result' };
    }
  }
  return lx.rx('<check>').test(text)
    ? { kind: 'calls', calls: [{ tool: 'run_checks', input: {} }], say: 'report' }
    : null;
}

/** Reads `id=7`, `id 7`, `id: "x"`: values of arguments in a sentence. */
function readArguments(
  text: string,
  names: readonly string[],
): Record<string, string | number | boolean> {
  const found: Record<string, string | number | boolean> = {};
  for (const name of names) {
    const escaped = escapePattern(name);
    const value = new RegExp(
      `(?<![\\w])${escaped}\\s*(?:=|:|is|of)?\\s*(?:"([^"]*)"|([^\\s,;]+))`,
      'i',
    ).exec(text);
    const said = value?.[1] ?? value?.[2]?.replace(/[.!?]+$/, '');
    if (said === undefined || said === '') continue;
    const isSwitch = /^(?:true|false)$/.test(said);
    found[name] = /^-?\d+(?:\.\d+)?$/.test(said) ? Number(said) : isSwitch ? said === 'true' : said;
  }
  return found;
}
