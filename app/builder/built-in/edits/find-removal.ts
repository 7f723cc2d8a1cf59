import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

/** The words that a clause wants removed. */
interface Removal {
  object: string;
  /** Offset of the verb. */
  at: number;
}

/** Object of "remove x", "x can go", "x? drop"; null if a clause removes nothing. */
export function findRemoval(text: string, lx: Lexicon): Removal | null {
  const gone = lx.rx(String.raw`<gone>(?:\W|<please>|<add>)*$`).exec(text);
  if (gone) return { object: text.slice(0, gone.index), at: gone.index };
  const verb = lx.rx('<remove>').exec(text);
  if (!verb) return null;
  const after = text.slice(verb.index + verb[0].length);
  return { object: after.trim() === '' ? text.slice(0, verb.index) : after, at: verb.index };
}
