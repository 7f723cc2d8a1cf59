import { toSingular, toWords } from '#app/blueprint/words.ts';

import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { countEdits, findClosest } from '#app/builder/built-in/words/closest.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';

/** What words say of which tool is meant. */
export type FoundTool =
  | { kind: 'found'; tool: ToolFacts }
  /** Several fit, or one that is only spelled alike. */
  | { kind: 'unsure'; candidates: ToolFacts[] }
  | { kind: 'none' };

export const AROUND_TOOL =
  /^(?:the|a|an|my|our|tools?|endpoints?|operation|one|named|called|method|'s|'|:|,)$/;

/**
 * The tool that some words name: by its exact name, by its words ("delete user"), by its title, by
 * method and path, by some of its words, or by a name that is spelled nearly so.
 */
export function findTool(tokens: readonly Token[], tools: readonly ToolFacts[]): FoundTool {
  const words = trimWords(tokens, AROUND_TOOL);
  return words.length === 0 || words.length > 12
    ? { kind: 'none' }
    : (findNamed(words, tools) ?? findAlike(words, tools));
}

/** The tool that is named without doubt; null where there is none such. */
export function findNamed(words: readonly Token[], tools: readonly ToolFacts[]): FoundTool | null {
  const text = joinText(words).replace(/(?:'s|’s|'|\(\))$/, '');
  const exact = tools.find(({ name }) => name === text);
  if (exact) return { kind: 'found', tool: exact };
  const wanted = toKey(text);
  const forms = [
    ({ name }: ToolFacts) => name.toLowerCase() === text.toLowerCase(),
    ({ name }: ToolFacts) => wanted !== '' && toKey(name) === wanted,
    ({ title }: ToolFacts) => title?.toLowerCase() === text.toLowerCase(),
    (tool: ToolFacts) => isAddressOf(words, tool),
    ({ name }: ToolFacts) => wanted !== '' && toSingularKey(name) === toSingularKey(text),
  ];
  for (const fits of forms) {
    const found = tools.filter(fits);
    const [first] = found;
    if (first) return found.length === 1 ? { kind: 'found', tool: first } : unsure(found);
  }
  return null;
}

function findAlike(words: readonly Token[], tools: readonly ToolFacts[]): FoundTool {
  const text = joinText(words);
  const wanted = toSingularWords(text);
  const partly = tools.filter(({ name }) => {
    const own = toSingularWords(name);
    return wanted.length > 0 && wanted.every((word) => own.includes(word));
  });
  const [first] = partly;
  if (first) return partly.length === 1 ? { kind: 'found', tool: first } : unsure(partly);
  const names = tools.map(({ name }) => name);
  const close = [...findClosest(text, names), ...findClosest(toWords(text).join('_'), names)];
  const candidates = tools.filter(
    ({ name }) => close.includes(name) || (close.length === 0 && isNearly(wanted, name)),
  );
  return candidates.length > 0 ? unsure(candidates) : { kind: 'none' };
}

/** Each word is one of the name's, but for a letter. */
function isNearly(wanted: readonly string[], name: string): boolean {
  const own = toSingularWords(name);
  return (
    wanted.length > 0 &&
    wanted.every(
      (word) =>
        own.includes(word) || (word.length > 2 && own.some((each) => countEdits(word, each) < 2)),
    )
  );
}

function unsure(candidates: ToolFacts[]): FoundTool {
  return { kind: 'unsure', candidates };
}

/** `GET /users/{id}`, `/users/{id}`, `the GET /users tool`. */
function isAddressOf(words: readonly Token[], { method, path }: ToolFacts): boolean {
  const place = words.find(({ kind }) => kind === 'path' || kind === 'url')?.text;
  const verb = words.length === 2 ? words[0]?.text.toUpperCase() : method;
  return place !== undefined && words.length <= 2 && verb === method && place === path;
}

function toKey(text: string): string {
  return toWords(text).join(' ');
}

function toSingularWords(text: string): string[] {
  return toWords(text).map(toSingular);
}

function toSingularKey(text: string): string {
  return toSingularWords(text).join(' ');
}
