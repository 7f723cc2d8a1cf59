import type { JsonObject, JsonSchema, JsonValue } from '../../json.ts';
import type { SchemaLookup } from '../prepared-definitions.ts';
import type { StepBudget } from '../step-budget.ts';

/** One error of a value, as JSON Schema's basic output has it. */
export interface SchemaError {
  keyword: string;
  /** Pointer to the keyword in the schema, with the references that were followed. */
  keywordLocation: string;
  /** Pointer to the part of the value. */
  instanceLocation: string;
  error: string;
}

/** Where a check stands, in the value and in the schema. */
export interface CheckPlace {
  instance: string;
  schema: string;
}

/** One check of one value. */
export interface CheckRun {
  budget: StepBudget;
  lookup: SchemaLookup;
  /** Whether a part is valid; each part of the value is checked against each schema once. */
  passes: (schema: JsonSchema, value: JsonValue) => boolean;
  /** Lists the errors of a part that is not valid. */
  report: (schema: JsonSchema, value: JsonValue, at: CheckPlace) => void;
  add: (error: SchemaError) => void;
}

/** Judges one keyword of a schema. Without a place it only tells whether the value passes. */
export type Rule<Value extends JsonValue = JsonValue> = (
  schema: JsonObject,
  value: Value,
  run: CheckRun,
  at: CheckPlace | null,
) => boolean;

/** A keyword and its rule. */
export type KeywordRule<Value extends JsonValue = JsonValue> = readonly [string, Rule<Value>];

/** Rules of values of one type, which all others pass. */
export function onlyFor<Value extends JsonValue>(
  isType: (value: JsonValue) => value is Value,
  rules: readonly KeywordRule<Value>[],
): readonly KeywordRule[] {
  return rules.map(([keyword, rule]) => [
    keyword,
    (schema, value, run, at) => !isType(value) || rule(schema, value, run, at),
  ]);
}

/** Notes an error where there is a place; always false. */
export function addError(
  run: CheckRun,
  at: CheckPlace | null,
  keyword: string,
  error: string,
): false {
  if (at !== null) {
    const keywordLocation = `${at.schema}/${keyword}`;
    run.add({ keyword, keywordLocation, instanceLocation: at.instance, error });
  }
  return false;
}

/** A name as one step of a pointer. */
export function toToken(name: string): string {
  const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed();
  return encodeURI(escaped).replaceAll('#', '%23');
}

/** A property's or an item's own schema: its errors follow one that names the keyword. */
export function checkPart(
  run: CheckRun,
  { schema, value, keyword, error }: PartCheck,
  at: CheckPlace | null,
  inside: () => CheckPlace,
): boolean {
  if (run.passes(schema, value)) return true;
  if (at === null) return false;
  addError(run, at, keyword, error);
  run.report(schema, value, inside());
  return false;
}

interface PartCheck {
  schema: JsonSchema;
  value: JsonValue;
  keyword: string;
  error: string;
}

/** A schema, where there is one. */
export function toSchema(value: JsonValue | undefined): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value
    : value !== false;
}

export function toSchemas(value: JsonValue | undefined): JsonSchema[] {
  return Array.isArray(value) ? value.map(toSchema) : [];
}
