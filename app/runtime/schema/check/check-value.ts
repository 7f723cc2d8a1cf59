import type { JsonObject, JsonSchema, JsonValue } from '../../json.ts';
import type { SchemaLookup } from '../prepared-definitions.ts';
import { TooComplex, type StepBudget } from '../step-budget.ts';
import { arrayRules } from './array-rules.ts';
import type { CheckRun, KeywordRule, CheckPlace, Rule, SchemaError } from './check-run.ts';
import { combinationRules, referenceRules } from './combination-rules.ts';
import { objectRules } from './object-rules.ts';
import { numberRules, stringRules, valueRules } from './value-rules.ts';

/** The keyword of the one error of a value that takes too many steps to check. */
export const TOO_COMPLEX = 'complexity';

/** The keyword of the last error where there are more than are listed. */
export const UNLISTED = 'unlisted';

/** Errors listed of one value, and characters of their locations: alternatives of alternatives have no end. */
const MAX_ERRORS = 500;
const MAX_LOCATIONS = 200_000;

/**
 * Lists the errors of a value against a prepared schema (JSON Schema 2020-12), inner ones after the one that
 * they are inside of: at most 500, and one alone where the budget does not suffice to judge the value.
 */
export function checkValue(
  schema: JsonSchema,
  value: JsonValue,
  lookup: SchemaLookup,
  budget: StepBudget,
): SchemaError[] {
  const known = new Map<JsonObject, Map<JsonValue, boolean>>();
  const list = new ErrorList();
  const run: CheckRun = {
    budget,
    lookup,
    passes: (part, of) => passes(part, of, run, known),
    report: (part, of, at) => report(part, of, run, at),
    add: (error) => list.add(error),
  };
  try {
    if (run.passes(schema, value)) return [];
    run.report(schema, value, { instance: '#', schema: '#' });
    return list.errors;
  } catch (error) {
    if (error instanceof TooMany) return [...list.errors, errorOf(UNLISTED, 'There are more.')];
    if (!(error instanceof TooComplex)) throw error;
    return [errorOf(TOO_COMPLEX, error.message)];
  }
}

class ErrorList {
  readonly errors: SchemaError[] = [];
  #locations = 0;

  add(error: SchemaError): void {
    this.errors.push(error);
    this.#locations += error.keywordLocation.length;
    if (this.errors.length >= MAX_ERRORS || this.#locations > MAX_LOCATIONS) throw new TooMany();
  }
}

/** Ends a report; never leaves this file. */
class TooMany extends Error {}

function errorOf(keyword: string, error: string): SchemaError {
  return { keyword, keywordLocation: `#/${keyword}`, instanceLocation: '#', error };
}

/**
 * Each value is judged by each schema once: where schemas share parts, what would double with each level of
 * them grows with their size. A value that is being judged by a schema already passes it.
 */
function passes(
  schema: JsonSchema,
  value: JsonValue,
  run: CheckRun,
  known: Map<JsonObject, Map<JsonValue, boolean>>,
): boolean {
  if (typeof schema === 'boolean') return schema;
  const { rules, isShared } = rulesOf(schema);
  run.budget.spend(1 + rules.length / 4);
  const isValid = () => rules.every((rule) => rule(schema, value, run, null));
  if (!isShared) return isValid();
  const results = known.get(schema) ?? new Map<JsonValue, boolean>();
  known.set(schema, results);
  const before = results.get(value);
  if (before !== undefined) return before;
  results.set(value, true);
  const result = isValid();
  results.set(value, result);
  return result;
}

function report(schema: JsonSchema, value: JsonValue, run: CheckRun, at: CheckPlace): void {
  if (schema === true) return;
  if (schema === false) {
    const { instance } = at;
    const error = 'False boolean schema.';
    run.add({ keyword: 'false', keywordLocation: instance, instanceLocation: instance, error });
    return;
  }
  const { rules } = rulesOf(schema);
  run.budget.spend(1 + rules.length / 4);
  for (const rule of rules) rule(schema, value, run, at);
}

interface RuleSet {
  rules: Rule[];
  /** Whether it applies other schemas, so that it may be met again. */
  isShared: boolean;
}

/** In the order in which errors are listed. */
const RULES: readonly KeywordRule[] = [
  ...referenceRules,
  ...valueRules,
  ...combinationRules,
  ...objectRules,
  ...arrayRules,
  ...numberRules,
  ...stringRules,
];

/** Keywords that apply no other schema. */
const PLAIN = new Set(
  [...valueRules, ...stringRules, ...numberRules]
    .map(([keyword]) => keyword)
    .concat('required', 'minProperties', 'maxProperties', 'dependentRequired')
    .concat('minItems', 'maxItems', 'uniqueItems'),
);

const compiled = new WeakMap<JsonObject, RuleSet>();

function rulesOf(schema: JsonObject): RuleSet {
  let found = compiled.get(schema);
  if (found === undefined) {
    const used = RULES.filter(([keyword]) => schema[keyword] !== undefined);
    const isShared = used.some(([keyword]) => !PLAIN.has(keyword));
    found = { rules: used.map(([, rule]) => rule), isShared };
    compiled.set(schema, found);
  }
  return found;
}
