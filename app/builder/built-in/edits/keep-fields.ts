import { liveTools, type WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { readFacts } from '#app/extraction/reading/parameter-facts.ts';
import { readNames, readReturned } from '#app/extraction/reading/returned-fields.ts';

import { VERBS } from './does-verb.ts';
import { doneWith, type Effect } from './effect.ts';
import { findArguments } from './find-arguments.ts';
import { findRemoval } from './find-removal.ts';
import { findTools } from './find-tools.ts';
import type { Scope } from './scope.ts';

/**
 * Selects fields of the response: "from /staff/{id} keep only name and email", "leave out the insurance
 * number".
 */
export function keepFields(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const live = liveTools(model);
  const shapedTool = findTools('', scope).tools.find(({ keep }) => keep !== null);
  const signed = shapedTool ? readSigned(text, lx) : null;
  if (shapedTool && signed?.less.every((name) => shapedTool.keep?.includes(name))) {
    const kept = [...(shapedTool.keep ?? []), ...signed.more];
    shapedTool.keep = [...new Set(kept)].filter((name) => !signed.less.includes(name));
    return doneWith([shapedTool]);
  }
  if (
    lx.rx(String.raw`<whole>|<all>\s+(?:<field>)`).test(text) &&
    lx.rx('<returns>|<response>|<field>').test(text) &&
    findArguments(text, live, lx).length === 0
  ) {
    const { tools, how } = findTools(text.replace(lx.rx('<whole>', 'g'), ' '), scope);
    const cut = (how === 'none' ? live : tools).filter(({ keep }) => keep !== null);
    for (const tool of cut) tool.keep = null;
    return cut.length > 0 ? doneWith(cut) : null;
  }
  const removal = findRemoval(text, lx);
  if (removal) {
    const shaped = live.filter(({ keep, returns }) => keep !== null || returns.length > 0);
    const after = squash(removal.object);
    const gone = (tool: WorkTool) =>
      (tool.keep ?? tool.returns).filter((name) => after.includes(squash(name)));
    const targets = shaped.filter(
      (tool) =>
        gone(tool).length > 0 &&
        !findArguments(text, [tool], lx).some(
          ({ name }) => gone(tool).includes(name) && tool.keep === null,
        ),
    );
    for (const tool of targets)
      tool.keep = (tool.keep ?? tool.returns).filter((name) => !gone(tool).includes(name));
    if (targets.length > 0) return doneWith(targets);
  }
  const isAddition = lx.rx('<add>').test(text) && !lx.rx('<only>').test(text);
  const { keep } = readReturned(text, lx);
  const isVerb = (name: string) => VERBS.some((verb) => lx.is(verb, name)) || lx.is('tool', name);
  const areTools =
    keep?.some((name) => live.some((tool) => tool.name === name)) === true ||
    (lx.has('keep', text) && keep?.every(isVerb) === true);
  if (keep !== undefined && keep.length > 0 && !areTools) {
    const { tools, how } = findTools(withoutNames(text, keep), scope);
    const targets = how === 'none' ? live.slice(-1) : tools;
    const known = (tool: WorkTool, name: string) =>
      tool.returns.find((each) => squash(each) === squash(name)) ?? name.replace(/\s+/g, '_');
    for (const tool of targets)
      tool.keep = [
        ...new Set([
          ...(isAddition && tool.keep ? tool.keep : []),
          ...keep.map((name) => known(tool, name)),
        ]),
      ];
    return targets.length > 0 ? doneWith(targets) : null;
  }
  return addField(text, scope);
}

/** Reads "only id, street and price may get to the model": field names and nothing else. */
export function onlyNames(text: string, scope: Scope): Effect | null {
  const { lx, model } = scope;
  const at = lx.rx(String.raw`<only>\s*(?:<filler>\s*|<takes>\s*|<field>\s*|:)*`).exec(text);
  if (
    !at ||
    lx.rx(String.raw`<remove>|<only>\s+<article>\s`).test(text) ||
    lx
      .rx('<tool>|<required>|<optional>|<argument>|<oneOf>\\s*:')
      .test(text.slice(at.index + at[0].length))
  )
    return null;
  const names = readNames(text.slice(at.index + at[0].length), lx).filter((name) =>
    /^[A-Za-z_][\w.]*$/.test(name),
  );
  if (names.length < 2 || findArguments(text, liveTools(model), lx).length > 0) return null;
  const { tools, isAmbiguous } = findTools(text.slice(0, at.index), scope);
  if (tools.length === 0 || (isAmbiguous && tools.length > 1)) return null;
  for (const tool of tools) tool.keep = names;
  return doneWith(tools);
}

/** Reads "distance as well": adds a field to those kept. */
function addField(text: string, scope: Scope): Effect | null {
  const { lx } = scope;
  const words = text.replace(lx.rx('<add>|<please>|<returns>|<and>|<response>', 'g'), ' ').trim();
  const { tools } = findTools('', scope);
  const [tool] = tools.filter(({ keep }) => keep !== null);
  const names = readNames(words, lx);
  if (
    !tool ||
    names.length === 0 ||
    !lx.rx('<add>|<returns>').test(text) ||
    words.split(/\s+/).length > 6 ||
    saysFacts(words, scope) ||
    lx.rx('<argument>|<tool>|<takes>').test(words) ||
    // "Build a server that": what is added is not a field.
    lx.rx(String.raw`^\s*(?:<article>\s+)*<server>(?:\s|[,.]|$)`).test(words)
  )
    return null;
  tool.keep = [...new Set([...(tool.keep ?? []), ...names])];
  return doneWith([tool]);
}

/** Whether a text is about an argument, not about fields: "make its id an integer". */
function saysFacts(text: string, { model, lx }: Scope): boolean {
  const isKnown = findArguments(text, liveTools(model), lx).length > 0;
  return isKnown && Object.keys(readFacts(text, lx)).length > 0;
}

/** Reads "plus humidity, minus gust": added and removed fields. */
function readSigned(text: string, lx: Scope['lx']): { more: string[]; less: string[] } | null {
  const more: string[] = [];
  const less: string[] = [];
  for (const piece of text.replace(/[.!]+$/, '').split(/,|;|\band\b|\bbut\b/)) {
    const match = lx
      .rx(
        String.raw`^\s*(?:(<remove>|minus|-)|(plus|<and>|\+))\s*(?:<filler>\s+)*[\x60"']?([A-Za-z_]\w*)[\x60"']?\s*$`,
      )
      .exec(piece);
    if (!match) return null;
    (match[1] ? less : more).push(match[3] ?? '');
  }
  return { more, less };
}

function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((left, name) => left.replace(name, ' '), text);
}
