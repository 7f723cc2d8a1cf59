import { isJsonObject, toText } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import type { SchemaError } from './check/check-run.ts';
import { TOO_COMPLEX, UNLISTED } from './check/check-value.ts';
import { closestName } from './closest-name.ts';
import { describeSchema, describeType, listValues, printValue } from './describe-schema.ts';

/** A problem as the rest of a sentence; `property` extends the path at its start. */
export interface ProblemText {
  text: string;
  property?: string;
}

const MAX_DESCRIPTION_LENGTH = 120;

/** Describes one error of the validator and what is expected instead. */
export function describeProblem(
  unit: SchemaError,
  schema: JsonObject,
  value: JsonValue | undefined,
  root: JsonObject,
): ProblemText {
  switch (unit.keyword) {
    case 'required':
      return missingProperty(quotedName(unit.error), schema, root);
    case 'dependentRequired':
      return { text: `has to come with "${lastQuotedName(unit.error)}"` };
    case 'type':
      return { text: `must be ${describeType(schema['type'])}, not ${printValue(value)}` };
    case 'enum':
      return { text: notAllowed(schema['enum'], value) };
    case 'const':
      return { text: `must be ${printValue(schema['const'])}, not ${printValue(value)}` };
    case 'pattern':
      return {
        text: `must match the pattern ${toText(schema['pattern'] ?? '')}, not ${printValue(value)}`,
      };
    case 'format':
      return {
        text: `must be in the format ${toText(schema['format'] ?? '')}, not ${printValue(value)}`,
      };
    case 'false':
      return { text: 'is not allowed here' };
    case 'uniqueItems':
      return { text: 'must not contain the same item twice' };
    case TOO_COMPLEX:
      return { text: 'cannot be checked: its schema asks for too many steps' };
    case UNLISTED:
      return { text: 'has more problems than are listed' };
    default:
      return { text: boundText(unit.keyword, schema, value) };
  }
}

const BOUNDS: { [keyword: string]: (limit: string) => string } = {
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (limit) => `must be a multiple of ${limit}`,
  minLength: (limit) => `must have at least ${limit} characters`,
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => `must have at least ${limit} items`,
  maxItems: (limit) => `must have at most ${limit} items`,
  minProperties: (limit) => `must have at least ${limit} properties`,
  maxProperties: (limit) => `must have at most ${limit} properties`,
};

function boundText(keyword: string, schema: JsonObject, value: JsonValue | undefined): string {
  const bound = BOUNDS[keyword];
  const limit = schema[keyword];
  if (bound === undefined || limit === undefined) return `does not satisfy "${keyword}"`;
  return `${bound(toText(limit))}${actual(value)}`;
}

function actual(value: JsonValue | undefined): string {
  if (typeof value === 'string') return `, not ${Array.from(value).length}`;
  if (Array.isArray(value)) return `, not ${value.length}`;
  if (isJsonObject(value)) return `, not ${Object.keys(value).length}`;
  return `, not ${printValue(value)}`;
}

function missingProperty(property: string, schema: JsonObject, root: JsonObject): ProblemText {
  const { properties } = schema;
  const own = isJsonObject(properties) ? properties[property] : undefined;
  if (!isJsonObject(own)) return { property, text: 'is required' };
  const { description } = own;
  const purpose = typeof description === 'string' ? ` – ${firstSentence(description)}` : '';
  return { property, text: `is required: ${describeSchema(own, root)}${purpose}` };
}

function firstSentence(text: string): string {
  const [line = ''] = text.trim().split(/(?<=\.)\s|\n/);
  return line.length <= MAX_DESCRIPTION_LENGTH ? line : `${line.slice(0, MAX_DESCRIPTION_LENGTH)}…`;
}

function notAllowed(allowed: JsonValue | undefined, value: JsonValue | undefined): string {
  const values = Array.isArray(allowed) ? allowed : [];
  const texts = values.filter((item) => typeof item === 'string');
  const meant = typeof value === 'string' ? closestName(value, texts) : null;
  const hint = meant === null ? '' : `; did you mean ${printValue(meant)}?`;
  return `must be one of ${listValues(values)}, not ${printValue(value)}${hint}`;
}

/** Sentence about an unknown property. */
export function unknownProperty(name: string, schema: JsonSchema): string {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const meant = closestName(name, names);
  if (meant !== null) return `is unknown; did you mean "${meant}"?`;
  if (names.length === 0) return 'is unknown; no argument is expected here';
  return `is unknown; known are ${listValues(names)}`;
}

/** The validator names the property only in its text. */
function quotedName(error: string): string {
  return /property "([\s\S]*)"\.$/.exec(error)?.[1] ?? '';
}

function lastQuotedName(error: string): string {
  return /have "([^"]*)"\.$/.exec(error)?.[1] ?? '';
}
