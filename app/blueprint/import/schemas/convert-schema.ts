import { isObject, own, put } from '#app/blueprint/import/json-object.ts';
import { explainMissing } from '#app/blueprint/import/openapi/references.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { readVisibleText } from '#app/blueprint/import/text/read-text.ts';
import { hasHidden, toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';

import { isMarkedNullable } from './keyword-values.ts';
import type { Translation } from './keyword-values.ts';
import { finishKeywords } from './schema-finish.ts';
import { KEYWORDS } from './schema-keywords.ts';
import { isType } from './schema-types.ts';
import type { Direction, SchemaImporter } from './schemas.ts';

/** Maximum nesting of one schema without a reference; anything below is accepted. */
const MAX_NESTING = 120;

/** Context of a schema during translation. */
export interface SchemaFrame {
  direction: Direction;
  /** Properties that a surrounding schema leaves out: not required here either. */
  hidden: ReadonlySet<string>;
  /** The nearest schema with its own definitions. */
  scope: JsonObject | null;
  depth: number;
  /** References at this level are replaced by their targets (multipart bodies). */
  isInline?: boolean;
  /** Replaces a property's schema; null: it is translated normally. */
  property?: (name: string, schema: JsonValue, place: Place) => JsonSchema | null;
}

/** Keywords that OpenAPI 2.0 and 3.0 allow beside `$ref` without changing what is valid. */
const ANNOTATIONS = new Set([
  '$ref',
  'title',
  'description',
  'summary',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'nullable',
  'x-nullable',
  'xml',
  'externalDocs',
  'required',
]);

/** Translates one schema; see {@link SchemaImporter}. */
export function convertSchema(
  importer: SchemaImporter,
  schema: JsonValue | undefined,
  place: Place,
  frame: SchemaFrame,
): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) {
    importer.warnings.add(
      'schema',
      place,
      'A schema must be an object; anything is accepted here.',
    );
    return true;
  }
  if (frame.depth > MAX_NESTING) {
    importer.warnings.add(
      'schema',
      place,
      `This schema nests more than ${MAX_NESTING} levels deep; anything is accepted here.`,
    );
    return true;
  }
  const ref = own(schema, '$ref');
  if (typeof ref === 'string') return convertReference(importer, schema, ref, place, frame);
  const dynamic = own(schema, '$dynamicRef') ?? own(schema, '$recursiveRef');
  if (typeof dynamic === 'string') {
    importer.warnings.add('schema', place, 'A dynamic reference is read as a plain one.');
    return convertReference(importer, schema, dynamic, place, frame);
  }
  return convertKeywords(importer, schema, place, frame);
}

function convertKeywords(
  importer: SchemaImporter,
  schema: JsonObject,
  place: Place,
  outer: SchemaFrame,
): JsonObject {
  if (isUnchanged(schema)) return schema;
  const hidden = mergeNames(outer.hidden, importer.marks.hiddenNames(schema, outer.direction));
  const hasDefinitions = isObject(own(schema, '$defs')) || isObject(own(schema, 'definitions'));
  const isSame = hidden === outer.hidden && !hasDefinitions;
  const frame = isSame ? outer : { ...outer, hidden, scope: hasDefinitions ? schema : outer.scope };
  const translation: Translation = { importer, schema, out: {}, place, frame };
  let steps = 0;
  for (const key of Object.keys(schema)) {
    const keyword = KEYWORDS.get(key);
    if (keyword) {
      keyword.translate(translation, key, schema[key] ?? null);
      steps |= keyword.step;
    } else if (key.startsWith('x-')) {
      importer.warnings.note(
        'extension',
        at(place, key),
        'Extensions ("x-…") of schemas are not carried over.',
      );
    } else {
      importer.warnings.add(
        'keyword',
        at(place, key),
        `"${toVisible(key).slice(0, 80)}" is not a keyword of JSON Schema 2020-12; it was left out.`,
      );
    }
  }
  return finishKeywords(translation, steps);
}

/**
 * Whether a schema has only keywords with the same meaning in all versions: then it is shared unchanged.
 */
function isUnchanged(schema: JsonObject): boolean {
  for (const key in schema) {
    const value = schema[key];
    if (key === 'type') {
      if (!isType(value)) return false;
    } else if (key !== 'description' && key !== 'title') {
      return false;
    }
  }
  return isVisible(schema['description']) && isVisible(schema['title']);
}

function isVisible(text: JsonValue | undefined): boolean {
  return text === undefined || (typeof text === 'string' && !hasHidden(text));
}

function convertReference(
  importer: SchemaImporter,
  schema: JsonObject,
  ref: string,
  place: Place,
  frame: SchemaFrame,
): JsonSchema {
  const found = importer.references.find(ref, frame.scope);
  const siblings = siblingsOf(importer, schema, place);
  const extra = siblings
    ? convertKeywords(importer, siblings, place, { ...frame, depth: frame.depth + 1 })
    : {};
  if (!found.found) {
    const message = explainMissing({ ...found, ref }, 'anything is accepted here');
    importer.warnings.add('reference', at(place, '$ref'), message);
    return Object.keys(extra).length > 0 ? extra : true;
  }
  const isNullable = isMarkedNullable(schema);
  const target = convertTarget(importer, found.value, found.place, frame);
  if (isNullable) return nullableReference(target, extra);
  if (target === true || target === false) return Object.keys(extra).length > 0 ? extra : target;
  return joinSchemas(target, extra);
}

function convertTarget(
  importer: SchemaImporter,
  target: JsonValue,
  place: Place,
  frame: SchemaFrame,
): JsonSchema {
  if (!isObject(target)) return convertSchema(importer, target, place, frame);
  if (frame.isInline)
    return convertSchema(importer, target, place, { ...frame, depth: frame.depth + 1 });
  return { $ref: `#/$defs/${importer.nameOf(target, place, frame.direction)}` };
}

/** Keywords beside `$ref` that count: all since 3.1, only annotations before. */
function siblingsOf(importer: SchemaImporter, schema: JsonObject, place: Place): JsonObject | null {
  const { dialect, warnings } = importer;
  const countsAll = dialect === '3.1' || dialect === '3.2';
  const siblings: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (/^(?:\$ref|\$dynamicRef|\$recursiveRef|nullable|x-nullable)$/.test(key)) continue;
    if (countsAll || ANNOTATIONS.has(key) || key.startsWith('x-')) {
      if (countsAll || key !== 'required') put(siblings, key, value);
    } else {
      warnings.add(
        'sibling',
        at(place, key),
        `OpenAPI ${dialect} ignores "${toVisible(key).slice(0, 80)}" beside $ref; it was left out.`,
      );
    }
  }
  const { summary, ...rest } = siblings;
  const text = readVisibleText(summary, place, 'summary', warnings);
  if (text !== null && own(rest, 'description') === undefined) rest['description'] = text;
  return Object.keys(rest).length > 0 ? rest : null;
}

function nullableReference(target: JsonSchema, extra: JsonObject): JsonObject {
  const described: JsonObject = {};
  const rest: JsonObject = {};
  for (const [key, value] of Object.entries(extra)) {
    put(
      /^(?:title|description|default|examples|deprecated|readOnly|writeOnly)$/.test(key)
        ? described
        : rest,
      key,
      value,
    );
  }
  const schema = typeof target === 'boolean' ? rest : joinSchemas(target, rest);
  return { anyOf: [schema, { type: 'null' }], ...described };
}

/** Combines both; a keyword of both makes it an `allOf`. */
function joinSchemas(first: JsonObject, second: JsonObject): JsonObject {
  const clashes = Object.keys(second).some(
    (key) => Object.hasOwn(first, key) && !/^(?:title|description)$/.test(key),
  );
  return clashes ? { allOf: [first, second] } : { ...first, ...second };
}

function mergeNames(first: ReadonlySet<string>, second: ReadonlySet<string>): ReadonlySet<string> {
  if (second.size === 0) return first;
  return first.size === 0 ? second : new Set([...first, ...second]);
}
