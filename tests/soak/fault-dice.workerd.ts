import { spoilStores, type Store, type Way } from '../setup/store-faults.workerd.ts';
import type { Random } from './random.ts';

const WAYS: readonly Way[] = ['before', 'after', 'hangs', 'hangsAfter'];
/** A step makes so many calls of stores at most, mostly. */
const MAX_CALLS = 12;

/** What struck, and what was waited for without an end. */
export interface Struck {
  faults: Map<string, number>;
  endless: string[];
}

/** Lets one call of a store go wrong while something is done: the n-th of all, in one way. */
export class FaultDice {
  readonly struck: Struck = { faults: new Map(), endless: [] };
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Does something while one call goes wrong, if it makes so many. */
  async spoil<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const [way, at] = [this.#random.pick(WAYS), this.#random.below(MAX_CALLS)];
    let calls = 0;
    const spoilt = spoilStores(({ store }) => {
      // An object's storage fails as a whole, and its object with it.
      if (store === 'storage') return null;
      calls += 1;
      if (calls !== at + 1) return null;
      this.#count(store, way);
      return way;
    });
    try {
      return await work();
    } finally {
      spoilt.heal();
      for (const { store, method } of spoilt.endless)
        this.struck.endless.push(`${store} ${method}`);
    }
  }

  #count(store: Store, way: Way): void {
    const name = `${store} ${way}`;
    this.struck.faults.set(name, (this.struck.faults.get(name) ?? 0) + 1);
  }
}
