import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { objectAt, own, put, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, JsonValue, ParameterStyle } from '#app/runtime/definition.ts';

import type { ParameterLocation, ParameterSource } from './parameters.ts';

/** Fields of a Swagger parameter that are not part of its schema. */
const OUTSIDE_SCHEMA = new Set([
  'name',
  'in',
  'required',
  'description',
  'collectionFormat',
  'allowEmptyValue',
  'schema',
  'deprecated',
  'style',
  'explode',
  'x-example',
  'x-examples',
  'example',
  'examples',
]);

/** Swagger's collection formats as OpenAPI styles. */
const COLLECTION_FORMATS = new Map<string, { style: ParameterStyle; explode: boolean }>([
  ['csv', { style: 'form', explode: false }],
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['tsv', { style: 'tabDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
  ['multi', { style: 'form', explode: true }],
]);

/** Reads a Swagger 2.0 parameter, whose schema is inline. */
export function readSwaggerParameter(
  run: ImportRun,
  value: JsonObject,
  place: Place,
  location: ParameterLocation,
): Pick<ParameterSource, 'schema' | 'schemaPlace' | 'style' | 'explode'> {
  // Some documents write 3.0's `schema` in a 2.0 parameter.
  const schema: JsonValue = objectAt(value, 'schema') ?? swaggerSchema(value);
  const schemaPlace = objectAt(value, 'schema') ? at(place, 'schema') : place;
  const { style, explode } = collectionStyle(run, value, place);
  if (location === 'query') return { schema, schemaPlace, style, explode };
  if (style !== 'form' || explode) {
    const said = toVisible(stringAt(value, 'collectionFormat') ?? '');
    run.warnings.add(
      'style',
      at(place, 'collectionFormat'),
      `"${said}" cannot be written in a ${location} parameter; the list is sent with commas.`,
    );
  }
  return { schema, schemaPlace, style: location === 'cookie' ? 'form' : 'simple', explode: false };
}

/** The schema keywords of a Swagger parameter, header or item. */
export function swaggerSchema(value: JsonObject): JsonObject {
  const schema: JsonObject = {};
  for (const [key, entry] of Object.entries(value)) {
    if (!OUTSIDE_SCHEMA.has(key)) put(schema, key, entry);
  }
  return schema;
}

/** Style of a list, by `collectionFormat`; `csv` is the default. */
export function collectionStyle(
  run: ImportRun,
  value: JsonObject,
  place: Place,
): { style: ParameterStyle; explode: boolean } {
  const said = stringAt(value, 'collectionFormat') ?? 'csv';
  const items = objectAt(value, 'items');
  if (items && own(items, 'type') === 'array') {
    run.warnings.add(
      'style',
      at(place, 'items'),
      'Lists inside a list cannot be written in a parameter; the inner ones are sent with commas.',
    );
  }
  const known = COLLECTION_FORMATS.get(said);
  if (known) return known;
  run.warnings.add(
    'style',
    at(place, 'collectionFormat'),
    `"${toVisible(said).slice(0, 80)}" is not a collectionFormat; "csv" is used instead.`,
  );
  return { style: 'form', explode: false };
}
