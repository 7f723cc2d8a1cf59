import { liveTools } from '#app/builder/built-in/plan/work-model.ts';
import { askWhich, doneWith, type Effect } from './effect.ts';
import { findArguments } from './find-arguments.ts';
import { findTools, isOnlyIt } from './find-tools.ts';
import type { FoundTools, Scope } from './scope.ts';

/** Maximum number of words in a request; a longer sentence that merely mentions a tool is narrative. */
const LONGEST_WISH = 7;

/** Changes a tool's description and behaviour: read-only, confirmation, enabled. */
export function changeBehaviour(said: string, scope: Scope): Effect | null {
  const { lx, model } = scope;
  // "turn list_users off"
  const text = said.replace(/\b(turn|switch)\s+(.{1,60}?)\s+(off|on)\b/i, '$1 $3 $2');
  const described =
    lx
      .rx(String.raw`<describe>\s+(.{0,80}?)(?:\s+(?:as|with|to)\s*:?\s*|\s*:\s*)(["“']?)(.+)$`)
      .exec(text) ??
    lx
      .rx(String.raw`(.{0,80}?)<describe>(?:\s+<filler>)*\s*(?::|(?:is|to|as)\b)\s*(["“']?)(.+)$`)
      .exec(text);
  if (described) return describe(described, scope);
  const isSafe = lx.rx('<readOnly>').test(text);
  const asks = lx.rx('<confirm>').test(text);
  const isDestructive = lx.rx('<destructive>').test(text);
  const switched = lx.rx('<disable>').test(text)
    ? false
    : lx.rx('<enable>').test(text)
      ? true
      : null;
  if (!isSafe && !asks && !isDestructive && switched === null) return null;
  const spoken = text.replace(lx.rx('<confirm>|<readOnly>|<disable>|<enable>', 'g'), ' ');
  const { tools, how, isAmbiguous } = findSpoken(spoken, scope);
  const isOrder = lx.rx(String.raw`<change>\s+(?:<filler>\s+)*(?:<confirm>|<readOnly>)`).test(text);
  if (
    tools.length === 0 ||
    (how === 'described' && !isOrder && text.split(/\s+/).length > LONGEST_WISH)
  )
    return null;
  if (isAmbiguous && tools.length > 1 && tools.length === liveTools(model).length)
    return askWhich(text, tools);
  if (how === 'focus' && tools.length > 1 && !isOnlyIt(spoken, lx))
    return askWhich(text, liveTools(model));
  const isNegated = lx
    .rx(
      String.raw`(?:<not>|<no>)\s+(?:<filler>\s+)*(?:<readOnly>|<confirm>|<destructive>)|<remove>[^.]*<confirm>`,
    )
    .test(text);
  for (const tool of tools) {
    if (isSafe) {
      tool.reads = !isNegated;
      if (!isNegated) tool.confirms = false;
    } else if (asks || isDestructive) tool.confirms = !isNegated;
    else if (switched !== null) tool.enabled = switched;
  }
  return doneWith(tools);
}

/** The tools that a text names, without its exceptions. */
function findSpoken(text: string, scope: Scope): FoundTools {
  const exception = scope.lx.rx(String.raw`<all>[^,;]*?(\s<except>\s+(.+))$`).exec(text);
  if (!exception) return findTools(text, scope);
  const [, whole = '', excepted = ''] = exception;
  const spared = findTools(excepted, { ...scope, focus: [] }).tools;
  const meant = findTools(text.slice(0, text.length - whole.length), { ...scope, focus: [] });
  const pool = meant.how === 'none' || meant.how === 'focus' ? liveTools(scope.model) : meant.tools;
  return {
    tools: pool.filter((tool) => !spared.includes(tool)),
    how: 'group',
    isAmbiguous: false,
  };
}

function describe(
  [, object = '', mark = '', rest = '']: RegExpExecArray,
  scope: Scope,
): Effect | null {
  const words = mark === '' ? rest.trim() : rest.replace(/["”']\s*\.?\s*$/, '').trim();
  if (words === '') return null;
  const live = liveTools(scope.model);
  const [argument] = findArguments(object, live, scope.lx);
  if (argument) {
    for (const tool of argument.tools)
      for (const each of tool.args) if (each.name === argument.name) each.description = words;
    return doneWith(argument.tools);
  }
  if (
    scope.lx.rx('<server>').test(object) &&
    !scope.lx.rx('<tool>').test(object.replace(scope.lx.rx('<server>', 'g'), ' '))
  ) {
    scope.model.identity.description = words;
    return { kind: 'done' };
  }
  const { tools, isAmbiguous } = findTools(object, scope);
  if (tools.length === 0) return null;
  if (isAmbiguous) return askWhich(object, tools);
  for (const tool of tools) tool.description = words;
  return doneWith(tools);
}
