import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '#app/runtime/json.ts';
import { localRefs } from '#app/runtime/schema/schema-closure.ts';
import { StepBudget } from '#app/runtime/schema/step-budget.ts';

import { SchemaComparison, type Steps } from './schemas/compare-schemas.ts';
import { findChangedDefinitions } from './schemas/find-changed-definitions.ts';
import type { ContractSide, SchemaDifference } from './schemas/schema-difference.ts';

/** Steps of comparing, for one schema and for all tools: some seconds, whatever a document says. */
const MAX_STEPS = 60_000;
const MAX_ALL_STEPS = 200_000;
/** Steps of following references among what was compared, which are far shorter. */
const MAX_FOLLOWED = 200_000;
const MAX_ALL_FOLLOWED = 3_000_000;

/** Compares the arguments or results of a tool in two versions. */
export type SideComparison = (
  before: JsonObject,
  after: JsonObject,
  side: ContractSide,
) => SchemaDifference[];

/** Compares schemas of two servers, whose shared definitions are compared once for all tools. */
export function createSideComparison(before: JsonObject, after: JsonObject): SideComparison {
  const changed = isSameJson(before, after)
    ? new Set<string>()
    : findChangedDefinitions(before, after);
  const isBound = [...Object.values(before), ...Object.values(after)].some(hasBoundRefs);
  const shared = {
    arguments: new SchemaComparison({ before, after, changed, side: 'arguments' }),
    result: new SchemaComparison({ before, after, changed, side: 'result' }),
  };
  const all = {
    compare: new StepBudget(MAX_ALL_STEPS),
    follow: new StepBudget(MAX_ALL_FOLLOWED),
  };
  return (old, now, side) => {
    if (changed.size === 0 && isSameJson(old, now)) return [];
    const budget = {
      compare: within(all.compare, MAX_STEPS),
      follow: within(all.follow, MAX_FOLLOWED),
    };
    // What leads to the schema around it means another thing in each.
    const isOwn =
      isBound || [old, now].some((each) => each['$defs'] !== undefined || hasBoundRefs(each));
    const comparison = isOwn ? compareOwn(old, now, { before, after, side }) : shared[side];
    return comparison.differencesBetween(old, now, budget);
  };
}

/** A comparison of schemas with definitions of their own, which go before those that all tools share. */
function compareOwn(
  old: JsonObject,
  now: JsonObject,
  { before, after, side }: { before: JsonObject; after: JsonObject; side: ContractSide },
): SchemaComparison {
  const own = { before: { ...before, ...defsOf(old) }, after: { ...after, ...defsOf(now) } };
  const changed = findChangedDefinitions(own.before, own.after);
  return new SchemaComparison({ ...own, changed, side });
}

function defsOf({ $defs: definitions }: JsonObject): JsonObject {
  return isJsonObject(definitions) ? definitions : {};
}

function hasBoundRefs(schema: JsonObject[string]): boolean {
  return isSchema(schema) && localRefs(schema).isBound;
}

function isSchema(value: JsonObject[string]): value is JsonSchema {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** Steps of a budget that others use as well, and at most so many of them. */
function within(all: StepBudget, most: number): Steps {
  const own = new StepBudget(most);
  return {
    spend: (steps) => {
      all.spend(steps);
      own.spend(steps);
    },
  };
}
