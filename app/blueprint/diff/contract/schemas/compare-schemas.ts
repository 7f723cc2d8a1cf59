import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { eachRef } from '#app/blueprint/schema-refs.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '#app/runtime/json.ts';
import { definitionName } from '#app/runtime/schema/schema-closure.ts';
import { TooComplex, type StepBudget } from '#app/runtime/schema/step-budget.ts';

import { alignChoice, compareAlternatives } from './compare-alternatives.ts';
import { compareItems } from './compare-items.ts';
import { compareObjects } from './compare-objects.ts';
import { compareTypes, compareValues } from './compare-values.ts';
import { DifferenceList } from './difference-list.ts';
import { acceptsNothing, flattenConditions } from './flatten-conditions.ts';
import {
  followReferences,
  joinPaths,
  type SchemaEdge,
  type ShallowDiff,
} from './follow-references.ts';
import type { ContractSide, SchemaDifference, SchemaWalk } from './schema-difference.ts';
import { compareUnread, compareWords } from './schema-words.ts';

/** The definitions of two versions, of schemas on one side. */
export interface SchemaScope {
  before: JsonObject;
  after: JsonObject;
  /** Names of definitions that do not say the same in both; see `findChangedDefinitions`. */
  changed: ReadonlySet<string>;
  side: ContractSide;
}

/** Steps that are left. */
export type Steps = Pick<StepBudget, 'spend'>;

/** Steps for comparing schemas, and for following references among those compared. */
interface ComparisonSteps {
  compare: Steps;
  follow: Steps;
}

/** Until schemas are given, there is nothing to do. */
const NO_LIMIT: Steps = { spend: () => undefined };

/**
 * Compares schemas that share definitions, each pair of definitions once. Keywords are compared one by one, so
 * that a difference may be reported that another keyword makes up for; what cannot be told is one, and said to be.
 */
export class SchemaComparison implements SchemaWalk {
  readonly side: ContractSide;
  readonly #scope: SchemaScope;
  readonly #known = new Map<string, ShallowDiff>();
  /** Pairs that are being compared. */
  readonly #open = new Set<string>();
  #budget: ComparisonSteps = { compare: NO_LIMIT, follow: NO_LIMIT };
  #roots: { before: JsonObject; after: JsonObject } = { before: {}, after: {} };
  #found: DifferenceList;
  #edges: SchemaEdge[] = [];

  constructor(scope: SchemaScope) {
    this.#scope = scope;
    this.side = scope.side;
    this.#found = new DifferenceList(scope.side);
  }

  /** All differences of two schemas, also of what they refer to. */
  differencesBetween(
    before: JsonObject,
    after: JsonObject,
    budget: ComparisonSteps,
  ): SchemaDifference[] {
    this.#roots = { before, after };
    this.#budget = budget;
    try {
      return this.differencesOf(before, after);
    } catch (error) {
      if (!(error instanceof TooComplex || error instanceof RangeError)) throw error;
      this.#open.clear();
      const text = 'Too large to be compared completely, so it counts as breaking.';
      return [{ path: '', effect: 'other', text }];
    }
  }

  readonly report = (difference: SchemaDifference): void => {
    this.#found.add(difference);
  };

  readonly compare = (before: JsonSchema, after: JsonSchema, path: string): void => {
    this.#budget.compare.spend(1);
    if (this.isSame(before, after)) return;
    const key = toKey(before, after);
    if (key !== null) {
      this.#edges.push({ path, key, before, after });
      return;
    }
    const { found, edges } = this.#collect(before, after);
    for (const each of found) this.report({ ...each, path: joinPaths(path, each.path) });
    for (const each of edges) this.#edges.push({ ...each, path: joinPaths(path, each.path) });
  };

  readonly differencesOf = (before: JsonSchema, after: JsonSchema): SchemaDifference[] => {
    if (this.isSame(before, after)) return [];
    const key = toKey(before, after);
    const start: ShallowDiff =
      key === null
        ? this.#collect(before, after)
        : { found: [], edges: [{ path: '', key, before, after }] };
    return followReferences(start, this.#shallowOf, this.side, this.#budget.follow);
  };

  /** Whether a schema stands for the same values and words in both. */
  readonly isSame = (before: JsonSchema, after: JsonSchema): boolean => {
    if (!isSameJson(before, after)) return false;
    let isSame = true;
    eachRef(before, (ref) => {
      const name = definitionName(ref);
      if (name === null || this.#scope.changed.has(name)) isSame = false;
    });
    return isSame;
  };

  readonly flatten = (schema: JsonSchema, of: 'before' | 'after'): JsonObject => {
    const root = { ...this.#roots[of], $defs: this.#scope[of] };
    return flattenConditions(schema, root, this.#budget.compare);
  };

  /** Differences of a pair without those of what it refers to; null while it is being compared. */
  readonly #shallowOf = ({ key, before, after }: SchemaEdge): ShallowDiff | null => {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#open.has(key)) return null;
    this.#open.add(key);
    const shallow = this.#collect(before, after);
    this.#open.delete(key);
    this.#known.set(key, shallow);
    return shallow;
  };

  #collect(before: JsonSchema, after: JsonSchema): ShallowDiff {
    const [found, edges] = [this.#found, this.#edges];
    this.#found = new DifferenceList(this.side);
    this.#edges = [];
    try {
      this.#compareKeywords(before, after);
      return { found: this.#found.list(), edges: this.#edges };
    } finally {
      this.#found = found;
      this.#edges = edges;
    }
  }

  #compareKeywords(before: JsonSchema, after: JsonSchema): void {
    const flat = { before: this.flatten(before, 'before'), after: this.flatten(after, 'after') };
    const [wasNothing, isNothing] = [acceptsNothing(flat.before), acceptsNothing(flat.after)];
    if (wasNothing || isNothing) {
      if (wasNothing !== isNothing) this.report(describeNothing(wasNothing));
      return;
    }
    compareWords({ ...flat, path: '' }, this);
    const pair = alignChoice({ ...flat, path: '' });
    if (!compareTypes(pair, this)) return;
    compareValues(pair, this);
    compareObjects(pair, this);
    compareItems(pair, this);
    compareAlternatives(pair, this);
    compareUnread(pair, this);
    compareStuck(pair.before, pair.after, this);
  }
}

/** Reports references that lead nowhere or in a circle, where they differ. */
function compareStuck(before: JsonObject, after: JsonObject, walk: SchemaWalk): void {
  if (before['$ref'] === after['$ref']) return;
  const text =
    'Another reference, which leads nowhere. Its effect cannot be told, so it counts as breaking.';
  walk.report({ path: '', effect: 'other', text });
}

function describeNothing(wasNothing: boolean): SchemaDifference {
  return wasNothing
    ? { path: '', effect: 'wider', text: 'Possible now; no value was accepted.' }
    : { path: '', effect: 'narrower', text: 'No value is accepted any more.' };
}

/** The text of a pair that may lead to itself; null for any other. */
function toKey(before: JsonSchema, after: JsonSchema): string | null {
  const mayReturn = [before, after].some(
    (schema) =>
      isJsonObject(schema) && (schema['$ref'] !== undefined || schema['allOf'] !== undefined),
  );
  return mayReturn ? JSON.stringify([before, after]) : null;
}
