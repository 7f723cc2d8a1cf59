import type { JsonValue } from '#app/runtime/definition.ts';

/** Maximum nesting; real documents stay below 60. */
export const MAX_DEPTH = 400;

/** Maximum number of values of a document after expanding its aliases. */
const MAX_VALUES = 3_000_000;
/** Maximum number of characters in its texts, likewise: no larger document is accepted either. */
const MAX_CHARACTERS = 26_214_400;

/** Counts the values and characters of a tree in which parts may stand more than once. */
export class TreeBudget {
  #values: number;
  #characters: number;

  /** @param length of the text: without aliases a tree has no more values and characters than that. */
  constructor(length: number) {
    this.#values = Math.max(MAX_VALUES, length);
    this.#characters = Math.max(MAX_CHARACTERS, length);
  }

  /** Counts a value without what is in it. Returns false once there are too many. */
  spend(value: JsonValue | undefined): boolean {
    this.#values -= 1;
    if (typeof value === 'string') this.#characters -= value.length;
    return this.#values >= 0 && this.#characters >= 0;
  }
}
