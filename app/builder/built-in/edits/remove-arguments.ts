import { liveTools } from '#app/builder/built-in/plan/work-model.ts';
import type { Effect } from './effect.ts';
import { findArguments } from './find-arguments.ts';
import { scopeTools } from './scope-tools.ts';
import type { Scope } from './scope.ts';

/** "drop offset and sort from the search", "without page". */
export function removeArguments(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const verb = lx.rx('<remove>').exec(text);
  if (!verb) return null;
  const live = liveTools(model);
  const after = text.slice(verb.index + verb[0].length);
  const found = findArguments(after, live, lx);
  // "delete the user with id 5" is a call, and nobody's argument.
  const hasValue = found.some(({ at, said }) =>
    /^\s*(?:=|:|is\b)?\s*["'\d]/.test(after.slice(at + said.length)),
  );
  if (found.length === 0 || hasValue) return null;
  const tools = scopeTools(
    text.slice(0, verb.index) + after,
    scope,
    findArguments(text.slice(0, verb.index) + after, live, lx),
  );
  const changed: string[] = [];
  for (const tool of tools) {
    const gone = tool.args.filter(
      ({ name }) => found.some((each) => each.name === name) && !tool.path.includes(`{${name}}`),
    );
    if (gone.length === 0) continue;
    tool.args = tool.args.filter((each) => !gone.includes(each));
    changed.push(tool.name);
  }
  return changed.length > 0 ? { kind: 'done', focus: changed } : null;
}
