import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { isTold } from '#app/builder/models/to-model-schema.ts';
import { toJsonPath, type PathProblem } from '#app/platform/json-path.ts';
import {
  isJsonObject,
  toText,
  valueOf,
  type JsonObject,
  type JsonValue,
} from '#app/runtime/json.ts';
import { closestName } from '#app/runtime/schema/closest-name.ts';

/** Problems of an input that are told one by one. */
const MAX_PROBLEMS = 5;
/** Characters of a name that a model made up. */
const MAX_NAME = 60;

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A refused input: the schema that it breaks, and the input itself, which is never told. */
interface Refused {
  schema: JsonObject;
  given: unknown;
}

/** Tells where an input is not what a tool takes, and what is allowed there, in short sentences. */
export function describeIssues(
  { issues }: Pick<z.ZodError, 'issues'>,
  input: z.ZodType,
  given: unknown,
): PathProblem[] {
  const whole = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' });
  const schema = JsonObjectSchema.parse(whole);
  const problems = issues.flatMap((issue) => describe(issue, issue.path, { schema, given }));
  const left = problems.length - MAX_PROBLEMS;
  const more = { path: '$', message: `And ${left} more ${left === 1 ? 'problem' : 'problems'}.` };
  return [...problems.slice(0, MAX_PROBLEMS), ...(left > 0 ? [more] : [])];
}

function describe(issue: Issue, path: Path, refused: Refused): PathProblem[] {
  const place = toJsonPath(path.map((key) => (typeof key === 'number' ? key : cut(String(key)))));
  const tell = (message: string) => [{ path: place, message }];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const allowed = fieldsOf(schemasAt(refused, path));
      return issue.keys.flatMap((key) => tell(describeKey(key, allowed)));
    }
    case 'invalid_union':
      return describeUnion(issue, path, refused) ?? tell(mustBe(refused, path));
    case 'invalid_type':
      return tell(mustBe(refused, path));
    case 'invalid_value':
      return tell(describeChoice(issue.values.map(String), valueAt(refused.given, path)));
    default:
      return tell(issue.message);
  }
}

function describeKey(key: string, allowed: readonly string[]): string {
  const close = closestName(key, allowed);
  const meant = close === null ? '' : ` Did you mean "${close}"?`;
  return `"${cut(key)}" is no field here.${meant} Allowed: ${allowed.join(', ') || 'none'}.`;
}

function describeChoice(allowed: readonly string[], given: unknown): string {
  const close = typeof given === 'string' ? closestName(given, allowed) : null;
  const meant = close === null ? '' : ` Did you mean "${close}"?`;
  return `must be one of ${allowed.join(', ')}.${meant}`;
}

/** The problems of the alternative that was meant; null where none of them is like it. */
function describeUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
  refused: Refused,
): PathProblem[] | null {
  const isOther = ({ code, path: place }: Issue) =>
    place.length === 0 && (code === 'invalid_type' || code === 'unrecognized_keys');
  const meant = issue.errors.filter((issues) => issues.length > 0 && !issues.some(isOther));
  const [closest] = meant.toSorted((a, b) => a.length - b.length);
  if (closest === undefined) return null;
  return closest.flatMap((inner) => describe(inner, [...path, ...inner.path], refused));
}

/** Says what has to be at a place: all alternatives by their fields. */
function mustBe(refused: Refused, path: Path): string {
  const schemas = schemasAt(refused, path, false);
  const value = valueAt(refused.given, path);
  const choices = schemas.map(choicesOf);
  if (value !== undefined && choices.length > 0 && choices.every((each) => each.length > 0)) {
    return describeChoice([...new Set(choices.flat())], value);
  }
  const kinds = [...new Set(schemas.map(describeSchema))];
  const wanted = kinds.length === 0 ? 'something else' : kinds.join(' or ');
  return value === undefined ? `is missing: ${wanted}` : `must be ${wanted}, not ${kindOf(value)}`;
}

/** The only values that a schema takes; empty where it takes others. */
function choicesOf({ const: only, enum: choices }: JsonObject): string[] {
  if (only !== undefined) return [toText(only)];
  return Array.isArray(choices) ? choices.map(toText) : [];
}

/** `{kind: bearer}`, `{name, value}`, `string`. */
function describeSchema(schema: JsonObject): string {
  const { type, properties, required = [] } = schema;
  const choices = choicesOf(schema);
  if (choices.length > 0)
    return choices.length === 1 ? choices.join() : `one of ${choices.join(', ')}`;
  if (!isJsonObject(properties)) return [type ?? 'any JSON'].flat().map(toText).join(' or ');
  const needed = Array.isArray(required) ? required.map(toText) : [];
  const names = needed.length > 0 ? needed : Object.keys(properties);
  const fields = names.map((name) => {
    const field = valueOf(properties, name);
    const value = isJsonObject(field) ? field['const'] : undefined;
    return value === undefined ? name : `${name}: ${toText(value)}`;
  });
  return `{${fields.join(', ')}}`;
}

/**
 * The schemas that hold at a place; of alternatives those that the input is like, or all.
 *
 * @param isChosen whether alternatives are told apart by what stands there.
 */
function schemasAt({ schema, given }: Refused, path: Path, isChosen = true): JsonObject[] {
  let schemas = [schema];
  let value = given;
  for (const key of path) {
    schemas = choose(schemas.flatMap(open), value).flatMap((each) => stepInto(each, toKey(key)));
    value = valueAt(value, [key]);
  }
  const all = schemas.flatMap(open);
  return isChosen ? choose(all, value) : all;
}

/** A schema without choices, or all alternatives of one. */
function open(schema: JsonObject): JsonObject[] {
  const branches = [schema['anyOf'], schema['oneOf']].flatMap((list) =>
    Array.isArray(list) ? list.filter(isJsonObject) : [],
  );
  return branches.length === 0 ? [schema] : branches.flatMap(open);
}

/** The alternatives that have most of an input's fixed values, such as its kind; all where none has one. */
function choose(schemas: JsonObject[], value: unknown): JsonObject[] {
  const held = schemas.map(({ properties }) => {
    const fields = Object.entries(isJsonObject(properties) ? properties : {});
    return fields.filter(([name, field]) => {
      const given = valueAt(value, [name]);
      return isJsonObject(field) && typeof given === 'string' && choicesOf(field).includes(given);
    }).length;
  });
  const most = Math.max(0, ...held);
  return schemas.filter((_schema, index) => held[index] === most);
}

function stepInto(schema: JsonObject, key: string | number): JsonObject[] {
  const { properties, items, additionalProperties } = schema;
  const inner: JsonValue | undefined =
    typeof key === 'number'
      ? items
      : ((isJsonObject(properties) ? valueOf(properties, key) : undefined) ?? additionalProperties);
  return isJsonObject(inner) ? [inner] : [];
}

function fieldsOf(schemas: readonly JsonObject[]): string[] {
  const names = schemas.flatMap(({ properties }) =>
    Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, field]) =>
      isTold(field) ? [name] : [],
    ),
  );
  return [...new Set(names)];
}

function valueAt(given: unknown, path: Path): unknown {
  let value = given;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = new Map<PropertyKey, unknown>(Object.entries(value)).get(String(key));
  }
  return value;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function toKey(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}

function cut(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME).toWellFormed()}…`;
}
