import { toSingular, toWords } from '#app/blueprint/words.ts';

import { joinText, splitList, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { findName } from './find-argument.ts';

/** Properties of an answer: all of it, these, or words that are no property. */
export type PropertyList =
  | { kind: 'all' }
  | { kind: 'these'; names: string[] }
  | { kind: 'unclear'; said: string };

const IDLE =
  /^(?:the|a|an|its|their|his|her|only|just|both|properties|property|fields?|columns?|keys?|of|values?|again|too|,|:)$/;
const EVERYTHING =
  /^(?:everything|all|all (?:of it|fields|properties)|every (?:field|property)|(?:whole|full|entire|complete) (?:answer|response|result|object|thing)|answer|response|results?|json|object|it)$/;
const NAME = /^[A-Za-z_$][\w$.-]*(?:\[\])?$/;

/**
 * Reads "only id and title"; where the properties are known, each has to be one of them. A list of
 * things ("a list of users", "the user") names no property.
 */
export function readProperties(
  tokens: readonly Token[],
  known: readonly string[] | undefined,
  thing = '',
): PropertyList {
  const cut = tokens.findIndex(({ word }, at) => at > 0 && /^(?:of|for|from|per)$/.test(word));
  const all = trimWords(tokens, IDLE);
  const words = trimWords(cut === -1 ? tokens : tokens.slice(0, cut), IDLE);
  const text = joinText(words).toLowerCase();
  if (words.length === 0 || EVERYTHING.test(text) || EVERYTHING.test(joinText(all).toLowerCase())) {
    return { kind: 'all' };
  }
  const isThing = toWords(text).map(toSingular).join(' ') === thing && thing !== '';
  const isProse = /^(?:a|an)$/.test(tokens[0]?.word ?? '') || /^(?:list|array)$/.test(text);
  if (known === undefined && (isThing || isProse)) return { kind: 'all' };
  const names: string[] = [];
  for (const item of splitList(words)) {
    const name = readProperty(trimWords(item, IDLE), known);
    if (name === null) return { kind: 'unclear', said: joinText(item) };
    names.push(name);
  }
  return names.length === 0 ? { kind: 'all' } : { kind: 'these', names: [...new Set(names)] };
}

function readProperty(item: readonly Token[], known: readonly string[] | undefined): string | null {
  // "the user's name" is the name.
  const words = item.filter(({ word }, at) => !word.endsWith("'s") || at === item.length - 1);
  if (known !== undefined) return findName(words, known);
  const [only] = words;
  if (!only || words.length > 1) return null;
  return only.kind === 'quote' || NAME.test(only.text) ? only.text : null;
}
