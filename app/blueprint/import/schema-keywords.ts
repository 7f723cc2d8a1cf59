import type { JsonObject } from '#app/runtime/definition.ts';

import type { Frame } from './convert-schema.ts';
import { isObject, own, put } from './json-object.ts';
import { reject, toNumber } from './keyword-values.ts';
import type { KeywordUse } from './keyword-values.ts';
import { repairPattern } from './patterns.ts';
import { at } from './place.ts';
import { readText } from './read-text.ts';
import { hasHidden, toVisible } from './visible-text.ts';

type Keyword = (use: KeywordUse) => void;

/** Repaired together with others, after all keywords were read; copied now to keep its place. */
const held: Keyword = ({ out, key, value }) => {
  out[key] = value;
};

/** Read together with others, after all keywords were read. */
const later: Keyword = () => undefined;

/** Words that only OpenAPI has and that change nothing for a caller. */
const dropped: Keyword = () => undefined;

const copied: Keyword = ({ out, key, value }) => {
  out[key] = value;
};

const bool: Keyword = (use) => {
  const { value, out, key } = use;
  if (typeof value === 'boolean') out[key] = value;
  else if (value === 'true' || value === 'false') out[key] = value === 'true';
  else reject(use, 'true or false');
};

const text: Keyword = (use) => {
  const value = readText(use.value, use.place, use.importer.warnings);
  if (value !== null) use.out[use.key] = value;
  else if (use.value !== null) reject(use, 'a text');
};

const count: Keyword = (use) => {
  const value = toNumber(use.value);
  if (value !== null && Number.isInteger(value) && value >= 0) use.out[use.key] = value;
  else reject(use, 'a whole number of at least 0');
};

const bound: Keyword = (use) => {
  const value = toNumber(use.value);
  if (value === null) reject(use, 'a number');
  else if (use.key === 'multipleOf' && value <= 0) reject(use, 'a number above 0');
  else use.out[use.key] = value;
};

const schemaValue: Keyword = ({ importer, value, place, frame, out, key }) => {
  out[key] = importer.translate(value, place, inner(frame));
};

/** Schemas that apply to the same value, so that what is left out around them is left out in them. */
const sameValue: Keyword = ({ importer, value, place, frame, out, key }) => {
  out[key] = importer.translate(value, place, { ...frame, depth: frame.depth + 1 });
};

const sameValues: Keyword = (use) => {
  const { importer, value, place, frame, out, key } = use;
  if (!Array.isArray(value) || value.length === 0)
    return reject(use, 'a list with at least one schema');
  const members = value.map((member, index) =>
    importer.translate(member, at(place, index), { ...frame, depth: frame.depth + 1 }),
  );
  out[key] = members;
};

const schemaList: Keyword = (use) => {
  const { importer, value, place, frame, out, key } = use;
  if (!Array.isArray(value) || value.length === 0)
    return reject(use, 'a list with at least one schema');
  out[key] = value.map((member, index) =>
    importer.translate(member, at(place, index), inner(frame)),
  );
};

const properties: Keyword = (use) => {
  const { importer, value, place, frame, out } = use;
  if (!isObject(value)) {
    if (value !== null) reject(use, 'an object that maps names to schemas');
    return;
  }
  const result: JsonObject = {};
  for (const [name, property] of Object.entries(value)) {
    const propertyPlace = at(place, name);
    if (importer.marks.isHidden(property, frame.direction)) continue;
    if (hasHidden(name)) {
      importer.warnings.add(
        'hidden text',
        propertyPlace,
        `The name "${toVisible(name)}" contains hidden characters.`,
      );
    }
    const replaced = frame.property?.(name, property, propertyPlace) ?? null;
    put(result, name, replaced ?? importer.translate(property, propertyPlace, inner(frame)));
  }
  out['properties'] = result;
};

const schemaMap: Keyword = (use) => {
  const { importer, value, place, frame, out, key } = use;
  if (!isObject(value)) return reject(use, 'an object that maps names to schemas');
  const result: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const wanted = key === 'patternProperties' ? repairPattern(name) : name;
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
  out[key] = result;
};

const additional: Keyword = (use) => {
  if (typeof use.value === 'boolean' || isObject(use.value)) schemaValue(use);
  else if (use.value !== null) bool(use);
};

const items: Keyword = (use) => {
  const { value, schema } = use;
  if (!Array.isArray(value)) return schemaValue(use);
  // A list of schemas was a tuple before 2020-12.
  if (value.length > 0) schemaList({ ...use, key: 'prefixItems' });
  const rest = own(schema, 'additionalItems');
  if (rest !== undefined && value.length > 0) {
    schemaValue({ ...use, key: 'items', value: rest });
  }
};

const pattern: Keyword = (use) => {
  if (typeof use.value !== 'string') return reject(use, 'a text');
  const repaired = repairPattern(use.value);
  if (repaired === null) {
    use.importer.warnings.add(
      'pattern',
      use.place,
      `The pattern "${toVisible(use.value).slice(0, 200)}" is none that JavaScript reads; it was left out.`,
    );
    return;
  }
  use.out['pattern'] = repaired;
};

const format: Keyword = (use) => {
  const { value, out, schema } = use;
  if (typeof value !== 'string') {
    if (value !== null) reject(use, 'a text');
  } else if (value === 'byte' || value === 'base64') {
    if (own(schema, 'contentEncoding') === undefined) out['contentEncoding'] = 'base64';
  } else if (value === 'binary') {
    if (own(schema, 'contentMediaType') === undefined)
      out['contentMediaType'] = 'application/octet-stream';
  } else if (value !== '') {
    out['format'] = toVisible(value);
  }
};

const dependentRequired: Keyword = (use) => {
  if (!isObject(use.value)) return reject(use, 'an object that maps names to lists of names');
  const result: JsonObject = {};
  for (const [name, names] of Object.entries(use.value)) {
    if (!Array.isArray(names)) continue;
    put(result, name, [...new Set(names.filter((entry) => typeof entry === 'string'))]);
  }
  use.out['dependentRequired'] = result;
};

/** Draft 4 had one word for both kinds. */
const dependencies: Keyword = (use) => {
  if (!isObject(use.value)) return reject(use, 'an object');
  const names: JsonObject = {};
  const schemas: JsonObject = {};
  for (const [name, value] of Object.entries(use.value))
    put(Array.isArray(value) ? names : schemas, name, value);
  if (Object.keys(names).length > 0) dependentRequired({ ...use, value: names });
  if (Object.keys(schemas).length > 0)
    schemaMap({ ...use, key: 'dependentSchemas', value: schemas });
};

const TABLE: [Keyword, string][] = [
  [text, 'title description $comment contentEncoding contentMediaType'],
  [copied, 'default const'],
  [bool, 'uniqueItems deprecated readOnly writeOnly'],
  [
    count,
    'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
  ],
  [bound, 'multipleOf'],
  [schemaValue, 'contains propertyNames contentSchema'],
  [additional, 'additionalProperties unevaluatedProperties unevaluatedItems'],
  [sameValue, 'not if then else'],
  [sameValues, 'allOf anyOf oneOf'],
  [schemaList, 'prefixItems'],
  [schemaMap, 'patternProperties dependentSchemas'],
  [properties, 'properties'],
  [items, 'items'],
  [pattern, 'pattern'],
  [format, 'format'],
  [dependentRequired, 'dependentRequired'],
  [dependencies, 'dependencies'],
  [held, 'type enum required minimum maximum exclusiveMinimum exclusiveMaximum'],
  [
    later,
    'nullable x-nullable example examples x-example x-examples discriminator additionalItems',
  ],
  [
    dropped,
    '$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions xml externalDocs',
  ],
  [dropped, 'collectionFormat allowEmptyValue $ref $dynamicRef $recursiveRef'],
];

/** Every keyword that a schema of OpenAPI may have, and how it is carried over. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  TABLE.flatMap(([keyword, names]) =>
    names.split(' ').map((name): [string, Keyword] => [name, keyword]),
  ),
);

function inner(frame: Frame): Frame {
  return { direction: frame.direction, hidden: NONE, scope: frame.scope, depth: frame.depth + 1 };
}

const NONE: ReadonlySet<string> = new Set();
