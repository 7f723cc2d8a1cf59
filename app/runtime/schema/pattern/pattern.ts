import { StepBudget, TooComplex } from '../step-budget.ts';
import { countSteps, isAnchored } from './backtracking-cost.ts';
import { hasReference } from './list-groups.ts';
import { parsePattern } from './parse-pattern.ts';
import type { PatternNode } from './parse-pattern.ts';
import { writeProgram } from './pattern-program.ts';
import type { Program } from './pattern-program.ts';
import { writeReferenceProgram } from './reference-program.ts';
import type { ReferenceProgram } from './reference-program.ts';
import { runProgram } from './run-program.ts';
import { runReferenceProgram } from './run-reference-program.ts';

/** Patterns of documents are longer only where they list the words of a language. */
const MAX_LENGTH = 20_000;
/** Steps that the engine's own matcher may take at most, since it cannot be stopped. */
const MAX_NATIVE_STEPS = 20_000;
/** So many of the engine's steps take as long as one of ours. */
const NATIVE_STEPS = 8;
/** Steps of a match outside any larger check. */
const MAX_STEPS = 2_000_000;
/** Number of patterns kept prepared. */
const MAX_REMEMBERED = 5_000;

const known = new Map<string, Pattern | null>();

/** A foreign regular expression that is matched in bounded time. */
export class Pattern {
  readonly #native: RegExp;
  readonly #tree: PatternNode | null;
  readonly #isReferring: boolean;
  #program: Program | null | undefined;
  /** Used where the pattern refers to its groups. */
  #referring: ReferenceProgram | null | undefined;
  /** Steps of the length that was counted last: most texts of a pattern are of the same few lengths. */
  #counted = { length: -1, steps: 0 };

  constructor(source: string) {
    this.#native = new RegExp(source, 'u');
    this.#tree = source.length > MAX_LENGTH ? null : attempt(() => parsePattern(source));
    this.#isReferring = this.#tree !== null && hasReference(this.#tree);
  }

  /**
   * Whether the text matches, as ECMA-262 says; null if that cannot be told in bounded time: of very long
   * patterns, and of some with references to groups.
   */
  matches(text: string, budget: StepBudget = new StepBudget(MAX_STEPS)): boolean | null {
    const tree = this.#tree;
    if (tree === null) return null;
    const steps = this.#countSteps(tree, text.length);
    if (steps <= MAX_NATIVE_STEPS) {
      budget.spend(1 + steps / NATIVE_STEPS);
      return this.#native.test(text);
    }
    const how = { isAnchored: isAnchored(tree), budget };
    if (this.#isReferring) {
      this.#referring ??= attempt(() => writeReferenceProgram(tree));
      return this.#referring && runReferenceProgram(this.#referring, text, how);
    }
    this.#program ??= attempt(() => writeProgram(tree));
    return this.#program && runProgram(this.#program, text, how);
  }

  #countSteps(tree: PatternNode, length: number): number {
    if (this.#counted.length !== length) {
      this.#counted = { length, steps: countSteps(tree, length) };
    }
    return this.#counted.steps;
  }
}

/** A pattern, prepared once; null if it is none. */
export function patternOf(source: string): Pattern | null {
  const remembered = known.get(source);
  if (remembered !== undefined) return remembered;
  const pattern = attempt(() => new Pattern(source));
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(source, pattern);
  return pattern;
}

/** Whether a text matches a pattern; false where that is not known. */
export function isMatch(source: string, text: string): boolean {
  try {
    return patternOf(source)?.matches(text) === true;
  } catch (error) {
    if (error instanceof TooComplex) return false;
    throw error;
  }
}

/** Null where a pattern is none, or more than is supported. */
function attempt<Value>(make: () => Value): Value | null {
  try {
    return make();
  } catch {
    return null;
  }
}
