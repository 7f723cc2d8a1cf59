/** A node on the way to where the search is, with its edges that are still to be followed. */
interface Step {
  at: number;
  edges: Iterator<number>;
}

/**
 * The component of each node of a graph: nodes that lead to each other have the same number. Tarjan's
 * algorithm, without recursion.
 *
 * @param next the nodes that each node leads to.
 */
export function findComponents(next: readonly Iterable<number>[]): number[] {
  const search = new Search(next);
  for (const root of next.keys()) search.from(root);
  return search.component;
}

class Search {
  readonly component: number[];
  readonly #next: readonly Iterable<number>[];
  /** When each node was reached, and the first of those that it leads back to; -1: not yet. */
  readonly #order: number[];
  readonly #low: number[];
  readonly #open: number[] = [];
  #count = 0;

  constructor(next: readonly Iterable<number>[]) {
    this.#next = next;
    this.component = next.map(() => -1);
    this.#order = next.map(() => -1);
    this.#low = next.map(() => -1);
  }

  from(root: number): void {
    if (this.#order[root] !== -1) return;
    const path = [this.#reach(root)];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const edge = step.edges.next();
      if (edge.done === true) {
        path.pop();
        this.#leave(step.at, path.at(-1)?.at);
      } else if (this.#order[edge.value] === -1) {
        path.push(this.#reach(edge.value));
      } else if (this.component[edge.value] === -1) {
        this.#lower(step.at, this.#order[edge.value]);
      }
    }
  }

  #reach(at: number): Step {
    this.#order[at] = this.#count;
    this.#low[at] = this.#count;
    this.#count += 1;
    this.#open.push(at);
    return { at, edges: (this.#next[at] ?? [])[Symbol.iterator]() };
  }

  #leave(at: number, above: number | undefined): void {
    if (above !== undefined) this.#lower(above, this.#low[at]);
    if (this.#low[at] !== this.#order[at]) return;
    for (let member = this.#open.pop(); member !== undefined; member = this.#open.pop()) {
      this.component[member] = at;
      if (member === at) return;
    }
  }

  #lower(at: number, to = 0): void {
    this.#low[at] = Math.min(this.#low[at] ?? 0, to);
  }
}
