import { liveTools } from '#app/builder/built-in/plan/work-model.ts';
import { askBack, type Effect } from './effect.ts';
import { findArguments } from './find-arguments.ts';
import { isOnlyIt } from './find-tools.ts';
import { findRemoval } from './find-removal.ts';
import { scopeTools } from './scope-tools.ts';
import type { Scope } from './scope.ts';

/** Reads "drop offset and sort from the search", "without page". */
export function removeArguments(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const removal = findRemoval(text, lx);
  if (!removal) return null;
  const live = liveTools(model);
  const { object } = removal;
  const found = findArguments(object, live, lx);
  const [focused] = scope.focus;
  // "remove it" after a change of an argument may mean either.
  if (
    found.length === 0 &&
    scope.argument !== undefined &&
    focused !== undefined &&
    isOnlyIt(object, lx) &&
    !lx.rx('<tool>').test(object.replace(lx.rx('<it>', 'g'), ' '))
  )
    return askBack('What should be removed?', [
      `Remove the argument \`${scope.argument}\` of ${focused}`,
      `Remove the tool ${focused}`,
    ]);
  // "delete the user with id 5" is a call, not the removal of an argument.
  const hasValue = found.some(({ at, said }) =>
    /^\s*(?:=|:|is\b)?\s*["'\d]/.test(object.slice(at + said.length)),
  );
  if (found.length === 0 || hasValue) return null;
  const rest = text.replace(lx.rx('<remove>|<gone>'), ' ');
  const tools = scopeTools(rest, scope, findArguments(rest, live, lx));
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
