import { toJsonPath, type PathProblem } from '#app/platform/json-path.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { definitionOfRef } from './schema-refs.ts';

type Path = (string | number)[];

const MAX_PROBLEMS = 10;
const MAX_NAMED = 20;

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];
const SCHEMAS = new Set(
  (
    'items additionalProperties contains propertyNames not if then else ' +
    'unevaluatedItems unevaluatedProperties'
  ).split(' '),
);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const NUMBERS = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);
const COUNTS = new Set(
  (
    'minLength maxLength minItems maxItems minProperties maxProperties ' + 'minContains maxContains'
  ).split(' '),
);
const TEXTS = new Set(['title', 'description', 'format', '$comment', 'contentEncoding']);
/** Keywords of OpenAPI and of older dialects, and what JSON Schema 2020-12 has instead. */
const FOREIGN: Record<string, string> = {
  nullable: 'use type: ["string", "null"]',
  example: 'use examples: [...]',
  discriminator: 'anyOf alone says it',
  definitions: 'use $defs',
};

/**
 * Finds what is wrong with a JSON Schema 2020-12, at most ten problems, each with its path in the schema.
 *
 * @param definitions schemas that a `$ref` may lead to, besides the schema's own `$defs`.
 */
export function findSchemaProblems(
  schema: JsonObject,
  definitions: { [name: string]: JsonSchema },
): PathProblem[] {
  const own = isJsonObject(schema['$defs']) ? Object.keys(schema['$defs']) : [];
  const names = [...own, ...Object.keys(definitions)];
  const problems: PathProblem[] = [];
  const open: { value: JsonValue; path: Path }[] = [{ value: schema, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (problems.length >= MAX_PROBLEMS) break;
    if (!isJsonObject(value)) {
      if (typeof value !== 'boolean') {
        const message = `A schema is an object, true or false, not ${shorten(value)}.`;
        problems.push({ path: toJsonPath(path), message });
      }
      continue;
    }
    for (const [keyword, given] of Object.entries(value)) {
      const message = problemOf(keyword, given, names);
      if (message !== null) problems.push({ path: toJsonPath([...path, keyword]), message });
      else open.push(...inside(keyword, given, [...path, keyword]));
    }
  }
  return problems.slice(0, MAX_PROBLEMS);
}

/** Schemas in a keyword. */
function inside(keyword: string, value: JsonValue, path: Path): { value: JsonValue; path: Path }[] {
  if (SCHEMAS.has(keyword)) return [{ value, path }];
  if (LISTS.has(keyword) && Array.isArray(value)) {
    return value.map((each, index) => ({ value: each, path: [...path, index] }));
  }
  if (!MAPS.has(keyword) || !isJsonObject(value)) return [];
  return Object.entries(value).map(([name, each]) => ({ value: each, path: [...path, name] }));
}

function problemOf(keyword: string, value: JsonValue, names: readonly string[]): string | null {
  const foreign = Object.hasOwn(FOREIGN, keyword) ? FOREIGN[keyword] : undefined;
  if (foreign !== undefined) return `"${keyword}" is no JSON Schema 2020-12: ${foreign}.`;
  if (keyword === 'type') return isType(value) ? null : `A type is one of ${TYPES.join(', ')}.`;
  if (keyword === '$ref') return findRefProblem(value, names);
  if (keyword === 'items' && Array.isArray(value)) return 'A list of schemas is prefixItems.';
  if (keyword === 'required') return isNames(value) ? null : 'It is a list of property names.';
  if (keyword === 'enum') return isFilled(value) ? null : 'It is a list of values, not empty.';
  if (keyword === 'pattern') return isPattern(value) ? null : 'It is no regular expression.';
  if (LISTS.has(keyword)) return isFilled(value) ? null : 'It is a list of schemas, not empty.';
  if (MAPS.has(keyword)) return isJsonObject(value) ? null : 'It maps names to schemas.';
  if (NUMBERS.has(keyword)) return typeof value === 'number' ? null : 'It is a number.';
  if (COUNTS.has(keyword)) return isCount(value) ? null : 'It is a whole number, 0 or more.';
  if (TEXTS.has(keyword)) return typeof value === 'string' ? null : 'It is a text.';
  return null;
}

function isType(value: JsonValue): boolean {
  const types = Array.isArray(value) ? value : [value];
  return types.length > 0 && types.every((each) => typeof each === 'string' && isTypeName(each));
}

function isTypeName(name: string): boolean {
  return TYPES.includes(name);
}

function findRefProblem(ref: JsonValue, names: readonly string[]): string | null {
  const name = typeof ref === 'string' ? definitionOfRef(ref) : null;
  if (name !== null && names.includes(name)) return null;
  const more = names.length > MAX_NAMED ? ', …' : '';
  const known = names.length === 0 ? 'none' : names.slice(0, MAX_NAMED).join(', ') + more;
  return `${shorten(ref)} leads nowhere: only "#/$defs/<name>" is followed, and there is ${known}.`;
}

function isNames(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isFilled(value: JsonValue): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isCount(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isPattern(value: JsonValue): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function shorten(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
