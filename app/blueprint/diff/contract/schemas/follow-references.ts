import type { JsonSchema } from '#app/runtime/json.ts';
import type { StepBudget } from '#app/runtime/schema/step-budget.ts';

import { DifferenceList } from './difference-list.ts';
import type { ContractSide, SchemaDifference } from './schema-difference.ts';

/** A place where two schemas refer to others. */
export interface SchemaEdge {
  path: string;
  /** The pair of references as text. */
  key: string;
  before: JsonSchema;
  after: JsonSchema;
}

/** The differences of two schemas, and where they refer to others that may differ. */
export interface ShallowDiff {
  found: readonly SchemaDifference[];
  edges: readonly SchemaEdge[];
}

/** Places at which the differences of one pair are listed. */
const MAX_PLACES = 3;

interface Visit {
  path: string;
  diff: ShallowDiff;
  /** Pairs that lead here. */
  above: ReadonlySet<string>;
}

/**
 * All differences that a comparison leads to, the nearest first. Differences of a pair that several places refer
 * to are listed at the first of them, and nowhere inside of itself.
 */
export function followReferences(
  start: ShallowDiff,
  shallowOf: (edge: SchemaEdge) => ShallowDiff | null,
  side: ContractSide,
  budget: Pick<StepBudget, 'spend'>,
): SchemaDifference[] {
  const found = new DifferenceList(side);
  const places = new Map<string, number>();
  const open: Visit[] = [{ path: '', diff: start, above: new Set() }];
  // A list hands out what is added while it is gone through.
  for (const { path, diff, above } of open) {
    for (const each of diff.found) found.add({ ...each, path: joinPaths(path, each.path) });
    if (found.isFull()) break;
    for (const edge of diff.edges) {
      budget.spend(1);
      const { key } = edge;
      const inside = joinPaths(path, edge.path);
      const count = places.get(key) ?? 0;
      if (count >= MAX_PLACES || above.has(key)) continue;
      const next = shallowOf(edge);
      if (next === null) found.add(describeCircle(inside));
      // Without differences of its own it is followed once: what it leads to is found there.
      if (next === null || (count > 0 && next.found.length === 0)) continue;
      places.set(key, count + 1);
      open.push({ path: inside, diff: next, above: new Set([...above, key]) });
    }
  }
  return found.list();
}

/** A pair that is compared for the sake of this one. */
function describeCircle(path: string): SchemaDifference {
  const text =
    'It leads to itself. Whether its values differ cannot be told, so it counts as breaking.';
  return { path, effect: 'other', text };
}

/** Where something is inside a part. */
export function joinPaths(path: string, inner: string): string {
  if (path === '' || inner === '') return `${path}${inner}`;
  return inner.startsWith('[') ? `${path}${inner}` : `${path}.${inner}`;
}
