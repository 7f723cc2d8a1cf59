import { toWords } from '#app/blueprint/words.ts';
import { liveTools, type WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { closest } from '#app/extraction/vocabulary/edit-distance.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { findDescribed } from './find-by-topic.ts';
import { findGroup } from './find-group.ts';
import type { FoundTools, Scope } from './scope.ts';

const NONE: FoundTools = { tools: [], how: 'none', isAmbiguous: false };
const PATH = /(?<![\p{L}\p{N}/:.])\/[\p{L}\p{N}_{}:<>.~/-]*/gu;

/** Finds the tools that a clause refers to: by name, address, group, position or topic. */
export function findTools(text: string, scope: Scope): FoundTools {
  const found = findMeant(text, scope);
  const picked = liveTools(scope.model).filter(({ name }) => scope.chosen?.includes(name));
  const isOpen = found.isAmbiguous || found.how === 'focus' || found.how === 'none';
  return isOpen && picked.length > 0 ? { tools: picked, how: 'group', isAmbiguous: false } : found;
}

function findMeant(text: string, scope: Scope): FoundTools {
  const { model, lx } = scope;
  const tools = liveTools(model);
  const named = findNamed(text, tools);
  if (named.length > 0) return { tools: named, how: 'named', isAmbiguous: false };
  const byPath = findByPath(text, tools, lx);
  return (
    byPath ??
    findOther(text, scope, tools) ??
    findDescribed(text, scope, tools) ??
    findGroup(text, scope, tools) ??
    findFocus(text, scope, tools) ??
    NONE
  );
}

/** Whether a text refers to tools only as "it", so that the focus is meant. */
export function isOnlyIt(text: string, lx: Lexicon): boolean {
  const words = text.replace(
    lx.rx(
      '<it>|<tool>|<filler>|<please>|<wrong>|<last>|<and>|<all>|<both>|<yes>|<change>|<asBefore>|<writes>|<test>|<not>|<add>|<no>',
      'g',
    ),
    ' ',
  );
  return !/[\p{L}\p{N}]/u.test(words);
}

/** Tools whose exact names occur in a text, also with spaces or a typo. */
function findNamed(text: string, tools: readonly WorkTool[]): WorkTool[] {
  const words: string[] = text.match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  const exact = tools.filter(
    ({ name, aliases }) =>
      words.some((word) => word === name || word.replace(/\.$/, '') === name) ||
      aliases.some(
        (alias) =>
          /^[A-Za-z]\w*$/.test(alias) &&
          (/[A-Z_]/.test(alias.slice(1)) || alias.length > 5) &&
          words.includes(alias),
      ),
  );
  if (exact.length > 0) return exact;
  const lower = ` ${toWords(text).join(' ')} `;
  const spaced = tools.filter(
    ({ name }) => toWords(name).length > 1 && lower.includes(` ${toWords(name).join(' ')} `),
  );
  if (spaced.length > 0) return spaced;
  const names = tools.map(({ name }) => name);
  const typed = words
    .filter((word) => word.includes('_'))
    .map((word) => closest(word, names))
    .filter((name) => name !== null);
  return tools.filter(({ name }) => typed.includes(name));
}

function findByPath(text: string, tools: readonly WorkTool[], lx: Lexicon): FoundTools | null {
  const raw = [...text.matchAll(PATH)]
    .map(([path]) => path.replace(/[.,;:!?]+$/, ''))
    .filter((path) => path.length > 1);
  if (raw.length === 0) return null;
  const normal = (path: string) =>
    path
      .replace(/\{[^}]*\}|<[^>]*>|(?<=\/):[\w]+/g, '{}')
      .replace(/\/+$/, '')
      .toLowerCase();
  const method = /\b(GET|POST|PUT|PATCH|DELETE)\b/.exec(text)?.[1];
  const fits = (tool: WorkTool) => method === undefined || tool.method === method;
  const full = (tool: WorkTool) => normal(tool.path);
  const exact = tools.filter(
    (tool) =>
      fits(tool) &&
      raw.some((path) => full(tool) === normal(path) || full(tool).endsWith(normal(path))),
  );
  const isBelow = lx.rx(String.raw`(?:<base>|<all>)`).test(text);
  const below = tools.filter((tool) =>
    raw.some((path) => `${full(tool)}/`.includes(`${normal(path)}/`)),
  );
  if (isBelow && below.length > exact.length)
    return { tools: below, how: 'group', isAmbiguous: false };
  if (exact.length > 0) return { tools: exact, how: 'named', isAmbiguous: exact.length > 1 };
  if (below.length > 0) return { tools: below, how: 'group', isAmbiguous: false };
  // A request of no tool does not mean another one with the same method.
  return method === undefined ? null : NONE;
}

/** Reads "the others", "the rest": the tools outside the focus. */
function findOther(
  text: string,
  { focus, lx }: Scope,
  tools: readonly WorkTool[],
): FoundTools | null {
  const isOther = lx.rx('<otherOne>|<others>').test(text);
  if (!isOther || focus.length === 0 || focus.length >= tools.length) return null;
  return {
    tools: tools.filter(({ name }) => !focus.includes(name)),
    how: 'group',
    isAmbiguous: false,
  };
}

function findFocus(
  text: string,
  { focus, lx }: Scope,
  tools: readonly WorkTool[],
): FoundTools | null {
  const focused = tools.filter(({ name }) => focus.includes(name));
  if (tools.length === 1 && focused.length === 0)
    return { tools: [...tools], how: 'focus', isAmbiguous: false };
  if (focused.length === 0) return null;
  const isOne = lx.rx('<it>').test(text);
  return {
    tools: focused,
    how: 'focus',
    isAmbiguous: focused.length > 1 && isOne && lx.rx(String.raw`(?:<tool>)`).test(text),
  };
}
