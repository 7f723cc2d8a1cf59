import { toWords } from '#app/blueprint/words.ts';
import { freeName } from '#app/builder/built-in/plan/add-endpoints.ts';
import { liveTools, type WorkModel, type WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { askBack, doneWith, type Effect } from './effect.ts';
import { findArguments } from './find-arguments.ts';
import { findTools } from './find-tools.ts';
import type { Scope } from './scope.ts';

const OLD_NAME = String.raw`[\x60"'“]?([A-Za-z][\w.-]*\w)[\x60"'”]?`;
/** A quoted name may have several words, and so may one at the end of a sentence. */
const NEW_NAME = String.raw`(?:["'\x60“]([A-Za-z][\w .-]*\w)["'\x60”]|([A-Za-z]\w*(?:[.-]\w+)*(?:(?<![_-]\w*) [\p{L}\d]+){0,4}(?=\s*(?:[.,;!]|$| and ))|[A-Za-z][\w.-]*\w))`;

/** Reads "feed -> feed_animal, show_animal => get_animal": new names given by arrows. */
export function renameByArrow(text: string, { model }: Scope): Effect | null {
  const pairs = [
    ...text.matchAll(
      /[`"']?([A-Za-z][\w-]*)[`"']?\s*(?:->|→|=>|⇒)\s*[`"']?([A-Za-z][\w-]*)[`"']?/g,
    ),
  ];
  const renamed: WorkTool[] = [];
  for (const [, from = '', to = ''] of pairs) {
    const tool = liveTools(model).find(
      ({ name, aliases }) => name === from || aliases.includes(from),
    );
    if (!tool) return null;
    tool.name = freeName(model, to);
    renamed.push(tool);
  }
  return renamed.length > 0 ? doneWith(renamed) : null;
}

/** Reads "rename find_route to plan_trip", "call it find_parcel", "where_is_my_parcel is nicer". */
export function renameTools(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const prefix =
    lx
      .rx(
        String.raw`<prefix>[^\x60"']*?(?:<filler>|with|by)?\s*[\x60"']?([A-Za-z][\w-]*[_-])[\x60"']?`,
      )
      .exec(text)?.[1] ??
    lx
      .rx(String.raw`[\x60"']?([A-Za-z][\w]*_)[\x60"']?\s+(?:as|for)?[^.]*<prefix>`)
      .exec(text)?.[1];
  if (prefix !== undefined) {
    const { tools, how } = findTools(text.replace(prefix, ' '), { ...scope, focus: [] });
    const targets = how === 'named' && !lx.rx('<all>').test(text) ? tools : liveTools(model);
    for (const tool of targets)
      if (!tool.name.startsWith(prefix)) tool.name = `${prefix}${tool.name}`.slice(0, 64);
    return doneWith(targets);
  }
  const suffix = lx.rx('<suffix>|<name>').test(text)
    ? /(?<![\w{/])[`"']?(_[a-z]\w*)[`"']?/i.exec(text)?.[1]
    : undefined;
  if (suffix !== undefined) {
    for (const tool of liveTools(model))
      if (!tool.name.endsWith(suffix))
        tool.name = `${tool.name.slice(0, 64 - suffix.length)}${suffix}`;
    return doneWith(liveTools(model));
  }
  // "no wait, find_trucks" after a rename is another name.
  const bare = text.replace(lx.rx('<wrong>|<please>|<it>|<filler>|<instead>', 'g'), ' ').trim();
  const isAgain = scope.lastWas === 'rename_tool' && /^[\s,`"']*\w+[\s`"'.!]*$/.test(bare);
  if (!isAgain && !lx.rx('<rename>|<named>').test(text)) return null;
  const pairs = [
    ...text.matchAll(
      new RegExp(
        `${OLD_NAME}\\s+(?:to|into|as|->|→|=>|in|zu|nach|en|a|para|à|naar|を)\\s+${NEW_NAME}`,
        'gu',
      ),
    ),
  ];
  const renamed: WorkTool[] = [];
  for (const [, from = '', quoted, plain = ''] of pairs) {
    const to = toName(quoted ?? plain, lx);
    const { tools, how } = findTools(from, { ...scope, focus: [] });
    const [tool] = tools;
    if (how !== 'named' || !tool || tools.length > 1) continue;
    if (isTaken(model, to, tool)) return refuseName(to);
    tool.name = freeName(model, to);
    renamed.push(tool);
  }
  if (renamed.length > 0) return doneWith(renamed);
  return renameOne(text, scope);
}

/** Converts "find person" to `find_person`, without surrounding words. */
function toName(said: string, lx: Scope['lx']): string {
  if (!said.includes(' ')) return said;
  const words = said.replace(lx.rx(String.raw`(?:\s+(?:<please>|<all>|<instead>|<tool>))+$`), '');
  return words.includes(' ') ? toWords(words).join('_') : words;
}

function isTaken(model: WorkModel, name: string, own: WorkTool): boolean {
  return liveTools(model).some((tool) => tool !== own && tool.name === name);
}

function refuseName(name: string): Effect {
  const text = `There is already a tool called \`${name}\`, so nothing was renamed. Choose another name.`;
  return { kind: 'decline', text };
}

function renameOne(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const taken = new Set(liveTools(model).map(({ name }) => name));
  const names = [
    ...text.matchAll(
      /(?<![\w{/.-])[`"'“]?([A-Za-z]\w*(?:[_-]\w+)+|[a-z]+(?:[A-Z][a-z\d]+)+)[`"'”]?(?![\w}/])/g,
    ),
  ]
    .map(([, name = '']) => name)
    .filter((name) => !taken.has(name));
  const plain = lx
    .rx(
      String.raw`(?:<named>|<rename>)\s+(?:<it>\s+|<filler>\s+|<tool>\s+|<to>\s+)*[\x60"'“]?([A-Za-z]\w*)[\x60"'”]?\s*[.!]?$`,
    )
    .exec(text)?.[1];
  const to =
    names.at(-1) ??
    (plain !== undefined && !lx.is('filler', plain) && !lx.is('it', plain) ? plain : undefined);
  if (to === undefined || lx.rx('<server>').test(text)) return null;
  const isArgument =
    findArguments(text, liveTools(model), lx).length > 0 && lx.rx('<argument>').test(text);
  const { tools, isAmbiguous } = findTools(text.replace(to, ' '), scope);
  const [tool] = tools;
  if (!tool || isArgument) return null;
  if (tools.length > 1 || isAmbiguous)
    return askBack(
      `Which tool should be called \`${to}\`?`,
      tools.map(({ name }) => name),
    );
  tool.name = freeName(model, to);
  return doneWith([tool]);
}
