import { findKeptState } from './find-kept-state.ts';
import { toProblems, type ModuleProblem } from './module-problem.ts';
import { parseTypeScript } from './parse-typescript.ts';

/**
 * Finds reasons why a `code` action's TypeScript must not run: a syntax error, or top-level state that would
 * pass one caller's values to another (all callers share the isolate).
 */
export function findModuleProblems(source: string): ModuleProblem[] {
  const parsed = parseTypeScript(source);
  if (!parsed.ok) {
    const { line, column, message } = parsed;
    return [{ line, column, message: `Syntax error: ${message}` }];
  }
  const { program, code, locate } = parsed.value;
  return toProblems(locate, (report) => findKeptState(program, code, report));
}
