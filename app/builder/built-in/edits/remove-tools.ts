import { liveTools, type WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { ask, askWhich, type Effect } from './effect.ts';
import { findTools } from './find-tools.ts';
import type { Scope } from './scope.ts';

const EXCEPTION = String.raw`(?:<all>|<tool>|<keep>)[^,;]*?\s(?:<except>)\s+(.+)$`;

/** "remove everything under /admin", "keep only the ones that read", "everything but static". */
export function removeTools(text: string, scope: Scope): Effect | null {
  const { lx } = scope;
  const kept = findKept(text, scope);
  if (kept !== undefined) return kept;
  const verb = findRemoval(text, lx);
  if (!verb) {
    if (scope.lastWas !== 'remove_tool' || !lx.rx('<add>|^\\s*<and>').test(text)) return null;
    const more = findTools(text, { ...scope, focus: [] });
    return more.how === 'none' || more.how === 'focus' ? null : drop(more.tools, scope);
  }
  const rest = lx.rx(String.raw`<remove>\s+(?:<others>|<all>\s+<others>)`).exec(text);
  const meant = rest ? findTools(text.slice(0, rest.index), { ...scope, focus: [] }) : null;
  if (meant && (meant.how === 'named' || meant.how === 'group' || meant.how === 'described'))
    return dropOthers(meant.tools, scope);
  const object = text.slice(verb.index + verb[0].length);
  const isBare = object.trim() === '';
  const hasValue = /\s["']?\d{1,12}["']?\s*[.!]?$/.test(object) && !lx.rx('<tool>').test(object);
  const { tools, how, isAmbiguous } = findTools(isBare ? text.slice(0, verb.index) : object, scope);
  if (hasValue && how !== 'named') return null;
  if (tools.length === 0 || (how === 'focus' && !lx.rx('<it>|<tool>').test(object) && !isBare))
    return null;
  return isAmbiguous ? askWhich(object.trim().replace(/[.!?]+$/, ''), tools) : drop(tools, scope);
}

/** What a text keeps or spares: the other tools go, or the spared ones where nothing else is removed. */
function findKept(text: string, scope: Scope): Effect | null | undefined {
  const { lx } = scope;
  const find = (words: string) => findTools(words, { ...scope, focus: [] });
  const count = liveTools(scope.model).length;
  const excepting = lx.rx(EXCEPTION).exec(text);
  const removal = findRemoval(text, lx);
  if (excepting) {
    const spared = find(excepting[1] ?? '');
    if (spared.tools.length > 0 && spared.how !== 'focus')
      return removal && !/^\s*(?:<except>)/.test(text)
        ? dropOthers(spared.tools, scope)
        : drop(spared.tools, scope);
  }
  const keeping = lx.rx(String.raw`(?:<keep>\s+)?<only>\s+|<keep>\s+`).exec(text);
  const isFirst = keeping && (!removal || keeping.index < removal.index);
  if (isFirst && lx.rx('<keep>').test(text)) {
    const { tools, how } = find(
      text.slice(keeping.index + keeping[0].length).split(/[,;]/)[0] ?? '',
    );
    const isAboutTools =
      how === 'named' || how === 'group' || (how === 'described' && lx.rx('<tool>').test(text));
    if (isAboutTools && tools.length > 0 && tools.length < count) return dropOthers(tools, scope);
  }
  const only = scope.isBuilding && lx.rx(String.raw`(.+?)\s<only>\s*[.!]?$`).exec(text)?.[1];
  if (!only) return undefined;
  const { tools, how } = find(only);
  return how === 'group' && tools.length < count ? dropOthers(tools, scope) : undefined;
}

/** The verb that removes, before what is excepted. */
function findRemoval(text: string, lx: Scope['lx']): RegExpExecArray | null {
  return lx.rx('<remove>').exec(text.slice(0, lx.rx(EXCEPTION).exec(text)?.index));
}

function dropOthers(kept: readonly WorkTool[], scope: Scope): Effect | null {
  return drop(
    liveTools(scope.model).filter((tool) => !kept.includes(tool)),
    scope,
  );
}

function drop(tools: readonly WorkTool[], { model }: Scope): Effect | null {
  if (tools.length === 0) return null;
  if (tools.length === liveTools(model).length && tools.length > 1) {
    return ask(`That removes all ${tools.length} tools of the server. Remove them?`, [
      'Remove all of them',
      'Keep them',
    ]);
  }
  for (const tool of tools) tool.isRemoved = true;
  return { kind: 'done', focus: [] };
}
