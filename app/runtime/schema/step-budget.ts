/** Thrown where a budget is spent: what was checked is too complex to check. */
export class TooComplex extends Error {
  constructor() {
    super('It takes too many steps to check.');
  }
}

/**
 * The steps that one check may take. Schemas and patterns come from foreign documents, and a few hundred
 * characters of them can ask for more work than there is time: nothing else ends that.
 */
export class StepBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooComplex();
  }

  /** As `spend`, for those that go on without what they cannot afford. */
  canSpend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}
