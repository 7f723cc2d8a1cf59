import { isJsonObject, toText } from '../../json.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { patternOf } from '../pattern/pattern.ts';
import { checkPart, addError, onlyFor, toSchema, toToken } from './check-run.ts';
import type { CheckRun, KeywordRule, CheckPlace, Rule } from './check-run.ts';
import { evaluatedNames } from './evaluated-parts.ts';

type ObjectRule = Rule<JsonObject>;

const required: ObjectRule = (schema, value, run, at) => {
  const names = Array.isArray(schema['required']) ? schema['required'] : [];
  run.budget.spend(names.length / 16);
  const missing = names.filter((name) => !Object.hasOwn(value, toText(name)));
  for (const name of at === null ? [] : missing) {
    addError(run, at, 'required', `Instance does not have required property "${toText(name)}".`);
  }
  return missing.length === 0;
};

function count(
  keyword: string,
  isKept: (length: number, limit: number) => boolean,
  words: string,
): KeywordRule<JsonObject> {
  return [
    keyword,
    (schema, value, run, at) => {
      const limit = schema[keyword];
      if (typeof limit !== 'number' || isKept(Object.keys(value).length, limit)) return true;
      return addError(run, at, keyword, `Instance does not have ${words} ${limit} properties.`);
    },
  ];
}

const propertyNames: ObjectRule = (schema, value, run, at) => {
  const wanted = toSchema(schema['propertyNames']);
  return every(Object.keys(value), at, (name) => {
    const error = `Property name "${name}" does not match schema.`;
    const part = { schema: wanted, value: name, keyword: 'propertyNames', error };
    return checkPart(run, part, at, () => placeOf(at, name, 'propertyNames'));
  });
};

const dependentRequired: ObjectRule = (schema, value, run, at) => {
  const needs = isJsonObject(schema['dependentRequired']) ? schema['dependentRequired'] : {};
  const given = Object.keys(needs).filter((name) => Object.hasOwn(value, name));
  return every(given, at, (name) => {
    const names = needs[name];
    const missing = (Array.isArray(names) ? names : []).filter(
      (other) => !Object.hasOwn(value, toText(other)),
    );
    for (const other of missing) {
      const error = `Instance has "${name}" but does not have "${toText(other)}".`;
      addError(run, at, 'dependentRequired', error);
    }
    return missing.length === 0;
  });
};

const dependentSchemas: ObjectRule = (schema, value, run, at) => {
  const needs = isJsonObject(schema['dependentSchemas']) ? schema['dependentSchemas'] : {};
  const given = Object.keys(needs).filter((name) => Object.hasOwn(value, name));
  return every(given, at, (name) => {
    const error = `Instance has "${name}" but does not match dependant schema.`;
    const wanted = toSchema(needs[name]);
    const part = { schema: wanted, value, keyword: 'dependentSchemas', error };
    const location = `${at?.schema}/dependentSchemas/${toToken(name)}`;
    return checkPart(run, part, at, () => ({ instance: at?.instance ?? '', schema: location }));
  });
};

const properties: ObjectRule = (schema, value, run, at) => {
  const known = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(known);
  run.budget.spend(names.length / 16);
  return every(names, at, (name) => {
    if (!Object.hasOwn(value, name)) return true;
    const part = {
      schema: toSchema(known[name]),
      value: value[name] ?? null,
      keyword: 'properties',
      error: at === null ? '' : `Property "${name}" does not match schema.`,
    };
    return checkPart(run, part, at, () => placeOf(at, name, `properties/${toToken(name)}`));
  });
};

const patternProperties: ObjectRule = (schema, value, run, at) => {
  const known = isJsonObject(schema['patternProperties']) ? schema['patternProperties'] : {};
  return every(Object.keys(known), at, (source) =>
    every(matching(source, value, run), at, (name) => {
      const error = `Property "${name}" matches pattern "${source}" but does not match associated schema.`;
      const wanted = toSchema(known[source]);
      const part = {
        schema: wanted,
        value: value[name] ?? null,
        keyword: 'patternProperties',
        error,
      };
      return checkPart(run, part, at, () =>
        placeOf(at, name, `patternProperties/${toToken(source)}`),
      );
    }),
  );
};

const additionalProperties: ObjectRule = (schema, value, run, at) => {
  const others = otherNames(schema, value, run);
  return checkOthers('additionalProperties', 'additional properties', others)(
    schema,
    value,
    run,
    at,
  );
};

const unevaluatedProperties: ObjectRule = (schema, value, run, at) => {
  // As in the drafts, what additional properties allow is evaluated by them.
  if (schema['additionalProperties'] !== undefined) return true;
  const evaluated = evaluatedNames(schema, value, run);
  const others = Object.keys(value).filter((name) => !evaluated.has(name));
  return checkOthers('unevaluatedProperties', 'unevaluated properties', others)(
    schema,
    value,
    run,
    at,
  );
};

function checkOthers(keyword: string, words: string, names: readonly string[]): ObjectRule {
  return (schema, value, run, at) => {
    const wanted = toSchema(schema[keyword]);
    return every(names, at, (name) => {
      const error = `Property "${name}" does not match ${words} schema.`;
      const part = { schema: wanted, value: value[name] ?? null, keyword, error };
      return checkPart(run, part, at, () => placeOf(at, name, keyword));
    });
  };
}

/** Names of properties that a pattern matches; what cannot be told is left to the API. */
export function matching(source: string, value: JsonObject, run: CheckRun): string[] {
  const pattern = patternOf(source);
  return Object.keys(value).filter((name) => pattern?.matches(name, run.budget) === true);
}

/** Names of properties that are neither known nor of a known pattern. */
export function otherNames(schema: JsonObject, value: JsonObject, run: CheckRun): string[] {
  const known = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const patterns = isJsonObject(schema['patternProperties']) ? schema['patternProperties'] : {};
  const matched = Object.keys(patterns).flatMap((source) => matching(source, value, run));
  const covered = new Set(matched);
  return Object.keys(value).filter((name) => !Object.hasOwn(known, name) && !covered.has(name));
}

function placeOf(at: CheckPlace | null, name: string, keyword: string): CheckPlace {
  return { instance: `${at?.instance}/${toToken(name)}`, schema: `${at?.schema}/${keyword}` };
}

/** Whether each passes; where errors are listed, all are judged, else up to the first that does not. */
function every<Item extends JsonValue>(
  items: readonly Item[],
  at: CheckPlace | null,
  passes: (item: Item) => boolean,
): boolean {
  if (at === null) return items.every(passes);
  return items.filter((item) => !passes(item)).length === 0;
}

export const objectRules = onlyFor<JsonObject>(isJsonObject, [
  ['required', required],
  count('minProperties', (length, limit) => length >= limit, 'at least'),
  count('maxProperties', (length, limit) => length <= limit, 'at least'),
  ['propertyNames', propertyNames],
  ['dependentRequired', dependentRequired],
  ['dependentSchemas', dependentSchemas],
  ['properties', properties],
  ['patternProperties', patternProperties],
  ['additionalProperties', additionalProperties],
  ['unevaluatedProperties', unevaluatedProperties],
]);
