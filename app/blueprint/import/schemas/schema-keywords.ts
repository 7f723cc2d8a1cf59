import { isObject, own, put } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { readVisibleText } from '#app/blueprint/import/text/read-text.ts';
import { hasHidden, toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';

import type { SchemaFrame } from './convert-schema.ts';
import { toShownName } from './hidden-values.ts';
import { reject, toNumber } from './keyword-values.ts';
import type { Keyword, Translation } from './keyword-values.ts';
import { repairPattern } from './patterns.ts';
import { STEPS } from './schema-finish.ts';

const copied: Keyword = ({ out }, key, value) => {
  out[key] = value;
};

/** Read later together with others, or without meaning for a caller. */
const skipped: Keyword = () => undefined;

const bool: Keyword = (translation, key, value) => {
  const { out } = translation;
  if (typeof value === 'boolean') out[key] = value;
  else if (value === 'true' || value === 'false') out[key] = value === 'true';
  else reject(translation, key, 'true or false');
};

const text: Keyword = (translation, key, value) => {
  const { importer, place, out } = translation;
  const read = readVisibleText(value, place, key, importer.warnings);
  if (read !== null) out[key] = read;
  else if (value !== null) reject(translation, key, 'a text');
};

const count: Keyword = (translation, key, value) => {
  const number = toNumber(value);
  if (number !== null && Number.isInteger(number) && number >= 0) translation.out[key] = number;
  else reject(translation, key, 'a whole number of at least 0');
};

const multipleOf: Keyword = (translation, key, value) => {
  const number = toNumber(value);
  if (number === null) reject(translation, key, 'a number');
  else if (number <= 0) reject(translation, key, 'a number above 0');
  else translation.out[key] = number;
};

const schemaValue: Keyword = ({ importer, place, frame, out }, key, value) => {
  out[key] = importer.translate(value, at(place, key), inner(frame));
};

/** Schemas of the same value, which leave out the same properties. */
const sameValue: Keyword = ({ importer, place, frame, out }, key, value) => {
  out[key] = importer.translate(value, at(place, key), deeper(frame));
};

const sameValues: Keyword = (translation, key, value) => {
  if (!Array.isArray(value) || value.length === 0)
    return reject(translation, key, 'a list with at least one schema');
  const { place, frame, out } = translation;
  out[key] = translateAll(translation, value, at(place, key), deeper(frame));
};

const schemaList: Keyword = (translation, key, value) => {
  if (!Array.isArray(value) || value.length === 0)
    return reject(translation, key, 'a list with at least one schema');
  const { place, frame, out } = translation;
  out[key] = translateAll(translation, value, at(place, key), inner(frame));
};

const properties: Keyword = (translation, key, value) => {
  if (!isObject(value)) {
    if (value !== null) reject(translation, key, 'an object that maps names to schemas');
    return;
  }
  const { importer, frame } = translation;
  const place = at(translation.place, key);
  const below = inner(frame);
  const result: JsonObject = {};
  for (const name of Object.keys(value)) {
    const property = value[name] ?? null;
    if (importer.marks.isHidden(property, frame.direction)) continue;
    const propertyPlace = at(place, name);
    const shown = toShownName(translation, name, value, propertyPlace);
    if (shown === null) continue;
    const replaced = frame.property?.(name, property, propertyPlace) ?? null;
    put(result, shown, replaced ?? importer.translate(property, propertyPlace, below));
  }
  translation.out[key] = result;
};

const schemaMap: Keyword = (translation, key, value) => {
  if (!isObject(value)) return reject(translation, key, 'an object that maps names to schemas');
  translation.out[key] = translateMap(translation, key, value, key === 'patternProperties');
};

function translateMap(
  { importer, frame, place: outer }: Translation,
  key: string,
  value: JsonObject,
  isPatterns: boolean,
): JsonObject {
  const place = at(outer, key);
  const result: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const shown = toShownName({ importer }, name, value, at(place, name));
    if (shown === null) continue;
    const wanted = isPatterns ? repairPattern(shown) : shown;
    if (wanted === null) {
      importer.warnings.add(
        'pattern',
        at(place, name),
        `The pattern "${toVisible(name)}" is none that JavaScript reads; it was left out.`,
      );
    } else {
      put(result, wanted, importer.translate(member, at(place, name), inner(frame)));
    }
  }
  return result;
}

const additional: Keyword = (translation, key, value) => {
  if (typeof value === 'boolean' || isObject(value)) schemaValue(translation, key, value);
  else if (value !== null) bool(translation, key, value);
};

const items: Keyword = (translation, key, value) => {
  if (!Array.isArray(value)) return schemaValue(translation, key, value);
  if (value.length === 0) return;
  // A list of schemas was a tuple before 2020-12.
  const { schema, place, frame, out } = translation;
  out['prefixItems'] = translateAll(translation, value, at(place, key), inner(frame));
  const rest = own(schema, 'additionalItems');
  if (rest !== undefined) schemaValue(translation, key, rest);
};

const pattern: Keyword = (translation, key, value) => {
  if (typeof value !== 'string') return reject(translation, key, 'a text');
  const repaired = hasHidden(value) ? null : repairPattern(value);
  if (repaired !== null) {
    translation.out[key] = repaired;
    return;
  }
  translation.importer.warnings.add(
    'pattern',
    at(translation.place, key),
    `The pattern "${toVisible(value).slice(0, 200)}" ${hasHidden(value) ? 'contains hidden characters' : 'is none that JavaScript reads'}; it was left out.`,
  );
};

const format: Keyword = (translation, key, value) => {
  const { out, schema } = translation;
  if (typeof value !== 'string') {
    if (value !== null) reject(translation, key, 'a text');
  } else if (value === 'byte' || value === 'base64') {
    if (own(schema, 'contentEncoding') === undefined) out['contentEncoding'] = 'base64';
  } else if (value === 'binary') {
    if (own(schema, 'contentMediaType') === undefined)
      out['contentMediaType'] = 'application/octet-stream';
  } else if (value !== '') {
    out[key] = toVisible(value);
  }
};

const dependentRequired: Keyword = (translation, key, value) => {
  if (!isObject(value))
    return reject(translation, key, 'an object that maps names to lists of names');
  const result: JsonObject = {};
  for (const [name, names] of Object.entries(value)) {
    if (!Array.isArray(names) || hasHidden(name)) continue;
    const shown = names.filter((entry) => typeof entry === 'string' && !hasHidden(entry));
    put(result, name, [...new Set(shown)]);
  }
  translation.out['dependentRequired'] = result;
};

/** Draft 4 had one word for both kinds. */
const dependencies: Keyword = (translation, key, value) => {
  if (!isObject(value)) return reject(translation, key, 'an object');
  const names: JsonObject = {};
  const schemas: JsonObject = {};
  for (const [name, member] of Object.entries(value))
    put(Array.isArray(member) ? names : schemas, name, member);
  if (Object.keys(names).length > 0) dependentRequired(translation, key, names);
  if (Object.keys(schemas).length > 0)
    translation.out['dependentSchemas'] = translateMap(translation, key, schemas, false);
};

/** The translation of each keyword, and its remaining steps. */
const TABLE: [Keyword, string, number?][] = [
  [text, 'title description $comment contentEncoding contentMediaType'],
  [copied, 'const', STEPS.enum],
  [copied, 'default', STEPS.default],
  [bool, 'uniqueItems deprecated readOnly writeOnly'],
  [
    count,
    'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
  ],
  [multipleOf, 'multipleOf'],
  [schemaValue, 'contains propertyNames contentSchema'],
  [additional, 'additionalProperties unevaluatedProperties unevaluatedItems'],
  [sameValue, 'not if then else'],
  [sameValues, 'allOf anyOf oneOf'],
  [schemaList, 'prefixItems'],
  [schemaMap, 'patternProperties dependentSchemas'],
  [properties, 'properties', STEPS.required],
  [items, 'items'],
  [pattern, 'pattern'],
  [format, 'format'],
  [dependentRequired, 'dependentRequired'],
  [dependencies, 'dependencies'],
  // Copied now, to keep their position.
  [copied, 'type', STEPS.type],
  [copied, 'enum', STEPS.enum],
  [copied, 'required', STEPS.required],
  [copied, 'minimum maximum exclusiveMinimum exclusiveMaximum', STEPS.bounds],
  [skipped, 'nullable x-nullable', STEPS.nullable],
  [skipped, 'example examples x-example x-examples', STEPS.examples],
  [skipped, 'discriminator', STEPS.discriminator],
  [skipped, 'additionalItems xml externalDocs collectionFormat allowEmptyValue'],
  [skipped, '$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions'],
  [skipped, '$ref $dynamicRef $recursiveRef'],
];

/** Every keyword of an OpenAPI schema, and its translation. */
export const KEYWORDS: ReadonlyMap<string, { translate: Keyword; step: number }> = new Map(
  TABLE.flatMap(([translate, names, step = 0]) =>
    names.split(' ').map((name) => [name, { translate, step }] as const),
  ),
);

function translateAll(
  { importer }: Translation,
  members: JsonValue[],
  place: Place,
  frame: SchemaFrame,
): JsonSchema[] {
  return members.map((member, index) => importer.translate(member, at(place, index), frame));
}

/** The frame for a schema of another value. */
function inner({ direction, scope, depth }: SchemaFrame): SchemaFrame {
  return { direction, hidden: NONE, scope, depth: depth + 1 };
}

function deeper(frame: SchemaFrame): SchemaFrame {
  return { ...frame, depth: frame.depth + 1 };
}

const NONE: ReadonlySet<string> = new Set();
