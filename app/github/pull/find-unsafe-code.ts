import type { ChangedEntry } from '#app/blueprint/diff/merge/take-entries.ts';
import { Tool } from '#app/blueprint/tool.ts';
import { findForbiddenCode } from '#app/sandbox/find-forbidden-code.ts';
import { findModuleProblems } from '#app/sandbox/find-module-problems.ts';

/** Says why the code of an edited tool may not run in the sandbox. */
export function findUnsafeCode({ part, after }: ChangedEntry): string | null {
  if (part !== 'tools') return null;
  const tool = Tool.safeParse(after);
  if (!tool.success || tool.data.action.kind !== 'code') return null;
  const { source } = tool.data.action;
  const [problem] = [...findModuleProblems(source), ...findForbiddenCode(source)];
  if (problem === undefined) return null;
  return `Line ${problem.line} of its code: ${problem.message}`;
}
