import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { eachRef } from '#app/blueprint/schema-refs.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '#app/runtime/json.ts';
import { definitionName } from '#app/runtime/schema/schema-closure.ts';
import { TooComplex, type StepBudget } from '#app/runtime/schema/step-budget.ts';

import { alignChoice, compareAlternatives, joinPaths } from './compare-alternatives.ts';
import { compareItems } from './compare-items.ts';
import { compareObjects } from './compare-objects.ts';
import { compareTypes, compareValues } from './compare-values.ts';
import { acceptsNothing, flattenConditions } from './flatten-conditions.ts';
import type { ContractSide, SchemaDifference, SchemaWalk } from './schema-difference.ts';
import { compareUnread, compareWords } from './schema-words.ts';

/** Differences that are collected of two schemas. */
const MAX_DIFFERENCES = 500;

/** Two schemas with the definitions that each refers to. */
export interface SchemasToCompare {
  before: JsonObject;
  after: JsonObject;
  definitions: { before: JsonObject; after: JsonObject };
  side: ContractSide;
  /** Names of definitions that do not say the same in both; see `findChangedDefinitions`. */
  changed: ReadonlySet<string>;
}

/**
 * The differences of two schemas. Keywords are compared one by one, so that a difference may be reported that
 * another keyword makes up for; what cannot be told is one, and said to be.
 */
export function compareSchemas(schemas: SchemasToCompare, budget: StepBudget): SchemaDifference[] {
  const walk = new Walk(schemas, budget);
  try {
    walk.compare(schemas.before, schemas.after, '');
  } catch (error) {
    if (!(error instanceof TooComplex || error instanceof RangeError)) throw error;
    const text = 'Too large to be compared completely, so it counts as breaking.';
    return [...walk.found, { path: '', effect: 'other', text }];
  }
  return walk.found;
}

class Walk implements SchemaWalk {
  readonly side: ContractSide;
  found: SchemaDifference[] = [];
  readonly #schemas: SchemasToCompare;
  readonly #budget: StepBudget;
  /** Pairs that are being compared, by their text: what meets one again is the same if the rest is. */
  readonly #open = new Map<string, number>();
  readonly #known = new Map<string, readonly SchemaDifference[]>();
  /** The outermost open pair that was met again since. */
  #met = Infinity;

  constructor(schemas: SchemasToCompare, budget: StepBudget) {
    this.#schemas = schemas;
    this.#budget = budget;
    this.side = schemas.side;
  }

  readonly report = (difference: SchemaDifference): void => {
    if (this.found.length < MAX_DIFFERENCES) this.found.push(difference);
  };

  readonly compare = (before: JsonSchema, after: JsonSchema, path: string): void => {
    for (const each of this.differencesOf(before, after)) {
      this.report({ ...each, path: joinPaths(path, each.path) });
    }
  };

  readonly differencesOf = (before: JsonSchema, after: JsonSchema): SchemaDifference[] => {
    this.#budget.spend(1);
    if (this.isSame(before, after)) return [];
    const key = isBound(before) || isBound(after) ? JSON.stringify([before, after]) : null;
    if (key === null) return this.#collect(before, after);
    const depth = this.#open.get(key);
    if (depth !== undefined) {
      this.#met = Math.min(this.#met, depth);
      return [];
    }
    return [...(this.#known.get(key) ?? this.#compareOnce(key, before, after))];
  };

  /** Whether a schema stands for the same values and words in both. */
  readonly isSame = (before: JsonSchema, after: JsonSchema): boolean => {
    if (!isSameJson(before, after)) return false;
    let isSame = true;
    eachRef(before, (ref) => {
      const name = definitionName(ref);
      if (name === null || this.#schemas.changed.has(name)) isSame = false;
    });
    return isSame;
  };

  readonly flatten = (schema: JsonSchema, of: 'before' | 'after'): JsonObject => {
    const { definitions } = this.#schemas;
    return flattenConditions(
      schema,
      { ...this.#schemas[of], $defs: definitions[of] },
      this.#budget,
    );
  };

  /** Compares and keeps the outcome, unless it depends on a pair that is still being compared. */
  #compareOnce(key: string, before: JsonSchema, after: JsonSchema): SchemaDifference[] {
    const depth = this.#open.size;
    const met = this.#met;
    this.#met = Infinity;
    this.#open.set(key, depth);
    try {
      const found = this.#collect(before, after);
      if (this.#met >= depth) this.#known.set(key, found);
      return found;
    } finally {
      this.#open.delete(key);
      this.#met = Math.min(met, this.#met >= depth ? Infinity : this.#met);
    }
  }

  #collect(before: JsonSchema, after: JsonSchema): SchemaDifference[] {
    const outer = this.found;
    this.found = [];
    try {
      this.#compareKeywords(before, after);
      return this.found;
    } finally {
      this.found = outer;
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

/** Whether a schema may lead to itself. */
function isBound(schema: JsonSchema): boolean {
  return isJsonObject(schema) && (schema['$ref'] !== undefined || schema['allOf'] !== undefined);
}
