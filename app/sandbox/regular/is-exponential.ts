import { hasReference } from '#app/runtime/schema/pattern/list-groups.ts';
import { parsePattern, Unsupported } from '#app/runtime/schema/pattern/parse-pattern.ts';

import { findComponents } from './find-components.ts';
import { toPositions, TooLong, type PositionAutomaton } from './position-automaton.ts';
import { listSamples, toSet } from './sample-characters.ts';

/** Pairs of positions that are looked at. */
const MAX_PAIRS = 300_000;

/**
 * Whether matching some text with an expression takes time that doubles with each character: if some part of a
 * text can be read in two ways that both come back to the same place (Weber and Seidl's criterion). True as well
 * for what cannot be told.
 */
export function isExponential(source: string, flags: string): boolean {
  if (flags.includes('v') && /\[[^\]]*\[|--|&&|\\q/.test(source)) return true;
  try {
    const node = parsePattern(source, { isLoose: true });
    if (hasTwoWays(toPositions(node), source, flags)) return true;
    return hasReference(node) && hasTwoWays(toPositions(node, true), source, flags);
  } catch (error) {
    if (error instanceof TooLong) return true;
    if (!(error instanceof Unsupported) && !(error instanceof SyntaxError)) throw error;
    return isAccepted(source, flags);
  }
}

/** An expression that the engine does not accept either never matches. */
function isAccepted(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

function hasTwoWays(automaton: PositionAutomaton, source: string, flags: string): boolean {
  const { positions, follow } = automaton;
  const component = findComponents(follow.map((next) => next.keys()));
  const inLoop = (from: number, to: number) => component[from] === component[to];
  for (const [from, next] of follow.entries()) {
    for (const [to, ways] of next) if (ways > 1 && inLoop(from, to)) return true;
  }
  const samples = listSamples(source);
  const sets = new Map<number, bigint>();
  const setOf = (at: number) => {
    const known = sets.get(at) ?? toSet(samples, flags, positions[at]?.matches ?? (() => false));
    sets.set(at, known);
    return known;
  };
  return new PairGraph(follow, inLoop, setOf).comeTogether();
}

/** Pairs of positions within one loop that the same text leads to. */
class PairGraph {
  readonly #next: number[][];
  readonly #size: number;
  readonly #setOf: (at: number) => bigint;

  constructor(
    follow: ReadonlyMap<number, number>[],
    inLoop: (from: number, to: number) => boolean,
    setOf: (at: number) => bigint,
  ) {
    this.#size = follow.length;
    this.#setOf = setOf;
    this.#next = follow.map((next, from) => [...next.keys()].filter((to) => inLoop(from, to)));
  }

  /** Whether two ways that part come back to one position. */
  comeTogether(): boolean {
    const apart = this.#reach(this.#next);
    if (apart === null) return true;
    const before: number[][] = this.#next.map(() => []);
    for (const [from, next] of this.#next.entries()) for (const to of next) before[to]?.push(from);
    const together = this.#reach(before);
    return together === null || [...apart].some((pair) => together.has(pair));
  }

  /** Pairs of two positions that a pair of the same one leads to; null if they are too many. */
  #reach(edges: readonly number[][]): Set<number> | null {
    const reached = new Set<number>();
    const isBackwards = edges !== this.#next;
    const open: [number, number][] = edges.map((_, at) => [at, at]);
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const [one, other] = pair;
      // Both have read the same character before they go back.
      if (isBackwards && (this.#setOf(one) & this.#setOf(other)) === 0n) continue;
      for (const a of edges[one] ?? []) {
        for (const b of edges[other] ?? []) {
          if (a === b || reached.has(a * this.#size + b)) continue;
          if (!isBackwards && (this.#setOf(a) & this.#setOf(b)) === 0n) continue;
          reached.add(a * this.#size + b);
          if (reached.size > MAX_PAIRS) return null;
          open.push([a, b]);
        }
      }
    }
    return reached;
  }
}
