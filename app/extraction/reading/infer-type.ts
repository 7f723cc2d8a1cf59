import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { ParameterFacts, JsonType } from './sketch.ts';

/** Infers a missing type from the values. */
export function inferType(facts: ParameterFacts): void {
  const numbers = [facts.minimum, facts.maximum, facts.default].filter(
    (each) => each !== undefined,
  );
  if (numbers.length > 0 && numbers.every((each) => typeof each === 'number')) {
    facts.type = numbers.every((each) => Number.isInteger(each)) ? 'integer' : 'number';
  } else if (typeof facts.default === 'boolean') facts.type = 'boolean';
  else if (facts.enum?.every((each) => typeof each === 'string')) facts.type = 'string';
  else if (facts.enum?.every((each) => typeof each === 'number')) facts.type = 'integer';
  else if (facts.maxLength !== undefined || facts.minLength !== undefined) facts.type = 'string';
}

/** The type of a list's items. */
export function itemType(text: string, lx: Lexicon): JsonType {
  const types = ['boolean', 'integer', 'number', 'string'] as const;
  return types.find((type) => lx.has(type, text)) ?? (/int/i.test(text) ? 'integer' : 'string');
}
