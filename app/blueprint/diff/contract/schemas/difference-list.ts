import { isBreaking, type ContractSide, type SchemaDifference } from './schema-difference.ts';

/** Differences that are kept of those that break callers, and of the others. */
const MAX_EACH = 500;

/** Differences of bounded number: however many others there are, those that break callers are kept. */
export class DifferenceList {
  readonly #side: ContractSide;
  readonly #all: SchemaDifference[] = [];
  #breaking = 0;

  constructor(side: ContractSide) {
    this.#side = side;
  }

  add(difference: SchemaDifference): void {
    const breaks = isBreaking(difference, this.#side);
    const others = this.#all.length - this.#breaking;
    if ((breaks ? this.#breaking : others) >= MAX_EACH) return;
    if (breaks) this.#breaking += 1;
    this.#all.push(difference);
  }

  list(): SchemaDifference[] {
    return this.#all;
  }

  /** Whether nothing more would be kept. */
  isFull(): boolean {
    return this.#all.length >= 2 * MAX_EACH;
  }
}
