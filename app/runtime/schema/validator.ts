import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import type { SchemaError } from './check/check-run.ts';
import { checkValue } from './check/check-value.ts';
import { prepareSchema } from './prepare-schema.ts';
import { addTargets, createLookup, PreparedDefinitions } from './prepared-definitions.ts';
import type { SchemaLookup } from './prepared-definitions.ts';
import { withDefinitions } from './schema-closure.ts';
import { StepBudget } from './step-budget.ts';

/** Steps of one check: some megabytes of ordinary values, and half a second at the most. */
const MAX_VALIDATION_STEPS = 2_000_000;

/** A self-contained schema, ready to check values (JSON Schema 2020-12). */
export interface SchemaCheck {
  root: JsonObject;
  /** Errors of a value; empty if it is valid. */
  errors: (value: JsonValue, budget?: StepBudget) => SchemaError[];
}

/** Keyed by the schema object, which lives as long as its definition. */
const known = new WeakMap<JsonObject, SchemaCheck>();

/** Keyed by the definitions object, which all tools of a server share. */
const prepared = new WeakMap<object, PreparedDefinitions>();

/** Prepares a schema once. */
export function checkOf(
  schema: JsonObject,
  definitions: { [name: string]: JsonSchema },
): SchemaCheck {
  const check = known.get(schema) ?? createCheck(schema, definitions);
  known.set(schema, check);
  return check;
}

function createCheck(schema: JsonObject, definitions: { [name: string]: JsonSchema }): SchemaCheck {
  const parts = prepared.get(definitions) ?? new PreparedDefinitions(definitions);
  prepared.set(definitions, parts);
  // A schema with its own definitions may reuse a name for another schema.
  const names = schema['$defs'] === undefined ? parts.prepareFor(schema) : null;
  const refs = new Set<string>();
  if (names === null) {
    const whole = withDefinitions(schema, definitions);
    const root = prepareSchema(whole, whole, refs);
    return { root, errors: toErrors(root, addTargets(createLookup(), refs, root)) };
  }
  const own = prepareSchema(schema, { ...schema, $defs: definitions }, refs);
  const root = names.size === 0 ? own : { ...own, $defs: parts.prepared };
  return { root, errors: toErrors(root, addTargets(createLookup(parts.lookup), refs, root)) };
}

function toErrors(schema: JsonObject, lookup: SchemaLookup): SchemaCheck['errors'] {
  return (value, budget = new StepBudget(MAX_VALIDATION_STEPS)) => {
    try {
      // All errors, not only the first: a model that sees all needs one more try, not five.
      return checkValue(schema, value, lookup, budget);
    } catch (error) {
      // The schema or the value nests deeper than the stack. The API has to judge the value.
      if (error instanceof RangeError) return [];
      throw error;
    }
  };
}
