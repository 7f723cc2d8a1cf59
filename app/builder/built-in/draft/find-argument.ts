import { toWords } from '#app/blueprint/words.ts';

import type { ArgumentFacts } from '#app/builder/built-in/turn.ts';
import { findClosest } from '#app/builder/built-in/words/closest.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';

const AROUND_ARGUMENT =
  /^(?:the|a|an|its|their|arguments?|parameters?|params?|inputs?|fields?|named|called|:|,)$/;

interface NameIndex {
  lower: Map<string, string>;
  keys: Map<string, string>;
}

const known = new WeakMap<readonly string[], NameIndex>();
/** Longer texts are no name. */
const MAX_LENGTH = 128;

function indexNames(names: readonly string[]): NameIndex {
  const before = known.get(names);
  if (before) return before;
  const index: NameIndex = { lower: new Map(), keys: new Map() };
  // The first of two alike is the one that is meant.
  for (const name of names.toReversed()) {
    index.lower.set(name.toLowerCase(), name);
    index.keys.set(toWords(name).join(''), name);
  }
  known.set(names, index);
  return index;
}

/** The name that an item of a list stands for, of these; null where it is none of them. */
export function findName(tokens: readonly Token[], names: readonly string[]): string | null {
  const words = trimWords(tokens, AROUND_ARGUMENT);
  const text = joinText(words.slice(0, 8)).replace(/(?:'s|’s)$/, '');
  if (text === '' || text.length > MAX_LENGTH || words.length > 8) return null;
  if (names.includes(text)) return text;
  const { lower, keys } = indexNames(names);
  const key = toWords(text).join('');
  return lower.get(text.toLowerCase()) ?? (key === '' ? null : (keys.get(key) ?? null));
}

/** As `findName`, and a name that has these words among others, or is spelled nearly so, alone. */
export function findNameAlike(tokens: readonly Token[], names: readonly string[]): string | null {
  const exact = findName(tokens, names);
  if (exact !== null) return exact;
  const text = joinText(trimWords(tokens, AROUND_ARGUMENT).slice(0, 8)).slice(0, MAX_LENGTH);
  const wanted = toWords(text);
  if (wanted.length === 0) return null;
  const partly = names.filter((name) => wanted.every((word) => toWords(name).includes(word)));
  const close = partly.length > 0 ? partly : findClosest(text, names);
  return close.length === 1 ? (close[0] ?? null) : null;
}

/** An argument's name at the beginning of a sentence, and how many tokens it took. */
export function findLeading(
  tokens: readonly Token[],
  names: readonly string[],
): { name: string; length: number } | null {
  const idle = tokens.findIndex(({ word }) => word === '' || !AROUND_ARGUMENT.test(word));
  if (idle === -1) return null;
  for (let length = 4; length > 0; length -= 1) {
    const name = findName(tokens.slice(idle, idle + length), names);
    if (name === null) continue;
    const after = tokens.slice(idle + length).findIndex(({ word }) => !AROUND_ARGUMENT.test(word));
    return { name, length: idle + length + Math.max(after, 0) };
  }
  return null;
}

/** `limit (integer, optional)` for people. */
export function describeArgument({ name, type, required, ...rest }: ArgumentFacts): string {
  const bounds = [
    rest.minimum === undefined ? '' : `at least ${rest.minimum}`,
    rest.maximum === undefined ? '' : `at most ${rest.maximum}`,
  ];
  const words = [type ?? '', required ? 'required' : 'optional', ...bounds];
  return `\`${name}\` (${words.filter((word) => word !== '').join(', ')})`;
}
