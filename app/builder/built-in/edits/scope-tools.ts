import type { WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import type { FoundArgument } from './find-arguments.ts';
import { findTools } from './find-tools.ts';
import type { Scope } from './scope.ts';

/**
 * Tools for an edit of arguments: the named ones, else those in focus with such an argument, else all with
 * one.
 */
export function scopeTools(text: string, scope: Scope, args: readonly FoundArgument[]): WorkTool[] {
  const withoutArgs = args.reduce(
    (left, { at, said }) =>
      `${left.slice(0, at)}${' '.repeat(said.length)}${left.slice(at + said.length)}`,
    text,
  );
  const found = findTools(withoutArgs, scope);
  const takers = [...new Set(args.flatMap(({ tools }) => tools))];
  if (found.how === 'named' || found.how === 'group' || found.how === 'described') {
    const fitting = takers.filter((tool) => found.tools.includes(tool));
    if (fitting.length > 0) return fitting;
    if (found.how === 'named') return found.tools;
  }
  const focused = takers.filter(({ name }) => scope.focus.includes(name));
  return scope.lx.rx('<all>').test(text) || focused.length === 0 ? takers : focused;
}
