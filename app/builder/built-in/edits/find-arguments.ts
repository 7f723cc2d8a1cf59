import { toWords } from '#app/blueprint/words.ts';
import type { WorkArgument, WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { escapePattern } from '#app/extraction/reading/escape-pattern.ts';
import { closest } from '#app/extraction/vocabulary/edit-distance.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

/** Maximum length of a text that is searched for typos, in characters. */
const LONGEST_TYPED = 200;

/** An argument that a clause names, and the tools that have it. */
export interface FoundArgument {
  name: string;
  /** Spelling in the clause. */
  said: string;
  at: number;
  tools: WorkTool[];
}

/** Finds arguments of these tools that a text names, in the order of the text. */
export function findArguments(
  text: string,
  tools: readonly WorkTool[],
  lx: Lexicon,
): FoundArgument[] {
  const names = [...new Set(tools.flatMap(({ args }) => args.map(({ name }) => name)))];
  const found: FoundArgument[] = [];
  const takers = (name: string) =>
    tools.filter(({ args }) => args.some((each) => each.name === name));
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    let from = 0;
    for (
      let at = positionOf(text, name, lx);
      at !== null;
      at = positionOf(`${' '.repeat(from)}${text.slice(from)}`, name, lx)
    ) {
      const { start, end } = at;
      from = end;
      if (!found.some((each) => start >= each.at && start < each.at + each.said.length))
        found.push({ name, said: text.slice(start, end), at: start, tools: takers(name) });
      if (found.length > 60) break;
    }
  }
  const sorted = found.toSorted((a, b) => a.at - b.at);
  return sorted.length > 0
    ? sorted
    : findMistyped(text, tools, lx).map((each) => ({ ...each, tools: takers(each.name) }));
}

/** Finds names with one letter missing, added or swapped ("limt"), if no name is spelled correctly. */
function findMistyped(
  text: string,
  tools: readonly WorkTool[],
  lx: Lexicon,
): { name: string; said: string; at: number }[] {
  const long = tools
    .flatMap(({ args }) => args.map(({ name }) => name))
    .filter((name) => name.length > 4);
  // "the depots" means a tool, not a misspelled `depot`.
  const topics = new Set(tools.flatMap(({ path, name }) => toWords(`${path} ${name}`)));
  if (long.length === 0 || text.length > LONGEST_TYPED) return [];
  return [...text.matchAll(/(?<![\p{L}\p{N}_/{.-])[\p{L}_]{4,}(?![\p{L}\p{N}_/}])/gu)].flatMap(
    ({ 0: said, index }) => {
      const name = lx.knows(said) || topics.has(said.toLowerCase()) ? null : closest(said, long);
      return name === null ? [] : [{ name, said, at: index }];
    },
  );
}

function positionOf(
  text: string,
  name: string,
  lx: Lexicon,
): { start: number; end: number } | null {
  const escaped = escapePattern(name);
  const exact = new RegExp(
    `(?<![\\p{L}\\p{N}_/{.-])${escaped}(?![\\p{L}\\p{N}_}-]|\\.\\p{L})`,
    name.length > 3 ? 'iu' : 'u',
  ).exec(text);
  if (exact)
    return isSmallWord(text, exact.index, name, lx)
      ? null
      : { start: exact.index, end: exact.index + exact[0].length };
  const words = toWords(name);
  if (words.length < 2) return null;
  const spaced = new RegExp(
    `(?<![\\p{L}\\p{N}])${words.join('[\\s_-]*')}(?:s|es)?(?![\\p{L}\\p{N}])`,
    'iu',
  ).exec(text);
  return spaced ? { start: spaced.index, end: spaced.index + spaced[0].length } : null;
}

/** Whether "from", "to" or "on" is only a preposition: neither marked nor described. */
function isSmallWord(text: string, at: number, name: string, lx: Lexicon): boolean {
  if (!lx.is('filler', name) && !lx.is('from', name) && !lx.is('to', name)) return false;
  const isMarked = /[`"'“*]/.test(text[at - 1] ?? '');
  return (
    !isMarked &&
    !lx
      .rx(String.raw`^(?:\s*(?:<plural>|is\b|<required>|<optional>|:|,|<and>|$))`)
      .test(text.slice(at + name.length))
  );
}

/** Finds arguments by a group: "all of the ids" are those that end in "id". */
export function findArgumentGroup(
  text: string,
  tools: readonly WorkTool[],
  lx: Lexicon,
): WorkArgument[] {
  const args = tools.flatMap((tool) => tool.args);
  const noun = lx
    .rx(String.raw`(?:<all>|<both>|\d+)\s+(?:<filler>\s+)*(\p{L}+?)(?:s|e|en)?(?=\s)`)
    .exec(lx.withDigits(text))?.[1]
    ?.toLowerCase();
  if (noun === undefined) return [];
  if (
    lx.is('argument', noun) ||
    lx.is('field', noun) ||
    lx.is('plural', `${noun}`) ||
    lx.rx('<required>|<optional>').test(text.slice(0, text.indexOf(noun) + noun.length))
  )
    return [];
  return args.filter(({ name }) => toWords(name).at(-1) === noun);
}
