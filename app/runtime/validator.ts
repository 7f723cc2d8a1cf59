import { Validator } from '@cfworker/json-schema';
import type { OutputUnit } from '@cfworker/json-schema';

import type { JsonObject, JsonSchema, JsonValue } from './json.ts';
import { prepareSchema } from './prepare-schema.ts';
import { withDefinitions } from './schema-closure.ts';

/** A schema that stands by itself, ready to check values (JSON Schema 2020-12). */
export interface SchemaCheck {
  root: JsonObject;
  /** What is wrong with a value, the wrong part before the whole; empty when nothing is. */
  errors: (value: JsonValue) => OutputUnit[];
}

/** Keyed by the schema object: it lives as long as the definition that it belongs to. */
const known = new WeakMap<JsonObject, SchemaCheck>();

/** Prepares a schema once. */
export function checkOf(
  schema: JsonObject,
  definitions: { [name: string]: JsonSchema },
): SchemaCheck {
  const check = known.get(schema) ?? createCheck(withDefinitions(schema, definitions));
  known.set(schema, check);
  return check;
}

function createCheck(schema: JsonObject): SchemaCheck {
  const root = prepareSchema(schema);
  let validator: Validator | undefined;
  return {
    root,
    errors: (value) => {
      try {
        // Not the first error only: a model that hears of all of them needs one more try, not five.
        validator ??= new Validator(root, '2020-12', false);
        return validator.validate(value).errors;
      } catch {
        // The schema goes in circles (`allOf` of itself), nests deeper than the stack or names a
        // property with half a surrogate pair. That is the document's fault and not the caller's:
        // the API has to judge the value.
        return [];
      }
    },
  };
}
