import { liveTools, type WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { askBack, askWhich, listNames, type Effect } from './effect.ts';
import { findRemoval } from './find-removal.ts';
import { findTools, isOnlyIt } from './find-tools.ts';
import type { Scope } from './scope.ts';

const EXCEPTION = String.raw`(?:<all>|<tool>|<keep>)[^,;]*?\s(?:<except>)\s+(.+)$`;

/** Choice that confirms the removal of all tools. */
export const REMOVE_ALL = 'Remove all of them';
const KEEP_ALL = 'Keep them';

/** Reads "remove everything under /admin", "keep only the ones that read", "everything but static". */
export function removeTools(text: string, scope: Scope): Effect | null {
  const { lx } = scope;
  if (text.trim() === KEEP_ALL) return { kind: 'say', text: 'Nothing was removed.' };
  const kept = findKept(text, scope);
  if (kept !== undefined) return kept;
  const removal = findRemoval(beforeException(text, lx), lx);
  if (!removal) {
    if (scope.lastWas !== 'remove_tool' || !lx.rx('<add>|^\\s*<and>').test(text)) return null;
    const more = findTools(text, { ...scope, focus: [] });
    return more.how === 'none' || more.how === 'focus' ? null : drop(more.tools, scope);
  }
  const rest = lx.rx(String.raw`<remove>\s+(?:<others>|<all>\s+<others>)`).exec(text);
  const meant = rest ? findTools(text.slice(0, rest.index), { ...scope, focus: [] }) : null;
  if (meant && (meant.how === 'named' || meant.how === 'group' || meant.how === 'described'))
    return dropOthers(meant.tools, scope);
  const { object } = removal;
  const hasValue = /\s["']?\d{1,12}["']?\s*[.!]?$/.test(object) && !lx.rx('<tool>').test(object);
  const { tools, how, isAmbiguous } = findTools(object, scope);
  if (hasValue && how !== 'named') return null;
  if (tools.length === 0) return refuseUnknown(object, scope);
  if (how === 'focus' && !isOnlyIt(object, lx)) return refuseUnknown(object, scope);
  return isAmbiguous ? askWhich(object.trim().replace(/[.!?]+$/, ''), tools) : drop(tools, scope);
}

/** Reads which tools to keep: the others are removed, or only the kept ones spared. */
function findKept(text: string, scope: Scope): Effect | null | undefined {
  const { lx } = scope;
  const find = (words: string) => findTools(words, { ...scope, focus: [] });
  const count = liveTools(scope.model).length;
  const excepting = lx.rx(EXCEPTION).exec(text);
  const removal = findRemoval(beforeException(text, lx), lx);
  if (excepting) {
    const spared = find(excepting[1] ?? '');
    const isRemoval = removal !== null || lx.rx(String.raw`<gone>\W*$`).test(text);
    // "Take all of them except destroy" beside a list; later "make all …" begins other edits.
    const lead = `<please>|<and>|<filler>${scope.isBuilding ? '|<takes>|<keep>|<add>' : ''}`;
    const isAll = lx.rx(String.raw`^\W*(?:(?:${lead})\s+)*(?:<all>|<except>)`).test(text);
    if (spared.tools.length > 0 && spared.how !== 'focus' && (isRemoval || isAll))
      return isRemoval ? dropOthers(spared.tools, scope) : drop(spared.tools, scope);
  }
  const keeping = lx.rx(String.raw`(?:<keep>\s+)?<only>\s+|<keep>\s+`).exec(text);
  const isFirst = keeping && (!removal || keeping.index < removal.at);
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

function beforeException(text: string, lx: Scope['lx']): string {
  return text.slice(0, lx.rx(EXCEPTION).exec(text)?.index);
}

/** Declines a name in code or an address that no tool of the draft has. */
function refuseUnknown(object: string, { model }: Scope): Effect | null {
  const name = /`([^`]+)`|(?<![\w/])([A-Za-z]\w*_\w+|(?:[A-Z]{3,6}\s+)?\/[\w{}:/-]+)/.exec(object);
  const tools = liveTools(model).map((tool) => tool.name);
  if (!name || tools.length === 0) return null;
  const text = `There is no tool \`${name[1] ?? name[2]}\`, so nothing was removed. The tools are ${listNames(tools)}.`;
  return { kind: 'decline', text };
}

function dropOthers(kept: readonly WorkTool[], scope: Scope): Effect | null {
  return drop(
    liveTools(scope.model).filter((tool) => !kept.includes(tool)),
    scope,
  );
}

function drop(tools: readonly WorkTool[], { model, chosen = [] }: Scope): Effect | null {
  if (tools.length === 0) return null;
  const isSure = tools.every(({ name }) => chosen.includes(name));
  if (tools.length === liveTools(model).length && tools.length > 1 && !isSure) {
    return askBack(`That removes all ${tools.length} tools of the server. Remove them?`, [
      REMOVE_ALL,
      KEEP_ALL,
    ]);
  }
  for (const tool of tools) tool.isRemoved = true;
  return { kind: 'done', focus: [] };
}
