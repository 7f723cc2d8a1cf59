import { toWords } from '#app/blueprint/words.ts';

import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { countEdits, findClosest } from '#app/builder/built-in/words/closest.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { indexTools, toSingularWords } from './tool-index.ts';

/** What words say of which tool is meant. */
export type FoundTool =
  | { kind: 'found'; tool: ToolFacts }
  /** Several fit, or one that is only spelled alike. */
  | { kind: 'unsure'; candidates: ToolFacts[] }
  | { kind: 'none' };

/** Words around the name of a tool. */
export const AROUND_TOOL =
  /^(?:the|a|an|my|our|tools?|endpoints?|operation|one|named|called|method|'s|'|:|,)$/;

/** Longer texts are no name. */
const MAX_LENGTH = 128;
const MAX_WORDS = 12;

/**
 * The tool that some words name: by its exact name, by its words ("delete user"), by its title, by
 * method and path, by some of its words, or by a name that is spelled nearly so.
 */
export function findTool(tokens: readonly Token[], tools: readonly ToolFacts[]): FoundTool {
  const words = trimWords(tokens, AROUND_TOOL);
  const text = joinText(words.slice(0, MAX_WORDS + 1));
  if (words.length === 0 || words.length > MAX_WORDS || text.length > MAX_LENGTH) {
    return { kind: 'none' };
  }
  const { found } = indexTools(tools);
  const before = found.get(text) as FoundTool | undefined;
  if (before) return before;
  const now = findNamed(words, tools) ?? findAlike(text, tools);
  found.set(text, now);
  return now;
}

/** The tool that is named without doubt; null where there is none such. */
export function findNamed(words: readonly Token[], tools: readonly ToolFacts[]): FoundTool | null {
  const text = joinText(words.slice(0, MAX_WORDS)).replace(/(?:'s|’s|'|\(\))$/, '');
  if (text === '' || text.length > MAX_LENGTH || words.length > MAX_WORDS) return null;
  const { forms } = indexTools(tools);
  const exact = forms[0]?.tools.get(text.toLowerCase())?.find(({ name }) => name === text);
  if (exact) return { kind: 'found', tool: exact };
  const addressed = words.some(({ kind }) => kind === 'path')
    ? tools.filter((tool) => isAddressOf(words, tool))
    : [];
  for (const found of [...forms.map(({ of, tools: by }) => by.get(of(text)) ?? []), addressed]) {
    const [first] = found;
    if (first) return found.length === 1 ? { kind: 'found', tool: first } : unsure(found);
  }
  return null;
}

function findAlike(text: string, tools: readonly ToolFacts[]): FoundTool {
  const index = indexTools(tools);
  const wanted = toSingularWords(text);
  const having = (fits: (word: string, own: readonly string[]) => boolean) =>
    index.words
      .filter(({ words }) => wanted.length > 0 && wanted.every((word) => fits(word, words)))
      .map(({ tool }) => tool);
  const partly = having((word, own) => own.includes(word));
  const [first] = partly;
  if (first) return partly.length === 1 ? { kind: 'found', tool: first } : unsure(partly);
  const close = [
    ...findClosest(text, index.names),
    ...findClosest(toWords(text).join('_'), index.names),
  ];
  const candidates =
    close.length > 0
      ? tools.filter(({ name }) => close.includes(name))
      : having((word, own) => own.includes(word) || own.some((each) => isNearly(word, each)));
  return candidates.length > 0 ? unsure(candidates) : { kind: 'none' };
}

/** The same word but for a letter. */
function isNearly(word: string, other: string): boolean {
  const isNear = word.length > 2 && Math.abs(word.length - other.length) < 2;
  return isNear && countEdits(word, other) < 2;
}

function unsure(candidates: ToolFacts[]): FoundTool {
  return { kind: 'unsure', candidates };
}

/** `GET /users/{id}`, `/users/{id}`, `the GET /users tool`. */
function isAddressOf(words: readonly Token[], { method, path }: ToolFacts): boolean {
  const place = words.find(({ kind }) => kind === 'path')?.text;
  const verb = words.length === 2 ? words[0]?.text.toUpperCase() : method;
  return words.length <= 2 && verb === method && place === path;
}
