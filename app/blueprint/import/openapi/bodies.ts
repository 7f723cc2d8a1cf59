import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, objectAt, own } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import type { SchemaFrame } from '#app/blueprint/import/schemas/convert-schema.ts';
import { textAt } from '#app/blueprint/import/text/read-text.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { BodyContent, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { essenceOf } from '#app/runtime/media-type.ts';

import { readExamples, readSchemaExamples } from './examples.ts';
import type { NamedExample } from './examples.ts';
import { fileReference } from './files.ts';
import { encodingOf, fitsMediaHeader, toConcrete } from './media-types.ts';
import type { BodyEncoding } from './media-types.ts';
import { readMultipart, readParts } from './multipart.ts';
import { resolveObject } from './resolve.ts';
import type { Located } from './resolve.ts';

/** One possible media type of a body, and the schema of its argument. */
export interface BodyAlternative {
  content: BodyContent;
  schema: JsonSchema;
  examples: NamedExample[];
}

export interface BodySource {
  isRequired: boolean;
  description: string;
  /** At least one; the first is the default. */
  alternatives: BodyAlternative[];
}

/** Initial frame for the schema of an argument. */
export function inputFrame(): SchemaFrame {
  return { direction: 'input', hidden: new Set(), scope: null, depth: 0 };
}

/** The request body of an OpenAPI 3 operation; null if it has none. */
export function readRequestBody(run: ImportRun, operation: Located): BodySource | null {
  const value = own(operation.value, 'requestBody');
  if (value === undefined || value === null) return null;
  const body = resolveObject(run, value, at(operation.place, 'requestBody'), 'no body is sent');
  if (!body) return null;
  const content = objectAt(body.value, 'content');
  const alternatives: BodyAlternative[] = [];
  for (const [mediaType, media] of Object.entries(content ?? {})) {
    const place = at(body.place, 'content', mediaType);
    const located = resolveObject(run, media ?? {}, place, 'this media type was left out');
    if (located) alternatives.push(readMedia(run, mediaType, located));
  }
  if (alternatives.length === 0) {
    run.warnings.add('body', body.place, 'The body names no media type; no body is sent.');
    return null;
  }
  return {
    isRequired: own(body.value, 'required') === true,
    description: textAt(body.value, 'description', body.place, run.warnings),
    alternatives: inPreference(alternatives),
  };
}

function readMedia(run: ImportRun, said: string, media: Located): BodyAlternative {
  const schema = own(media.value, 'schema') ?? own(media.value, 'itemSchema');
  const schemaPlace = at(media.place, 'schema');
  const alternative = bodyAlternative(run, said, schema, schemaPlace, media);
  const examples = readExamples(run, media.value, media.place);
  return { ...alternative, examples: [...examples, ...alternative.examples] };
}

/** The argument and encoding for one media type. `media` may have an `encoding` by property. */
export function bodyAlternative(
  run: ImportRun,
  said: string,
  schema: JsonValue | undefined,
  schemaPlace: Place,
  media: Located | null,
): BodyAlternative {
  const shape = shapeOf(run, schema);
  const mediaType = concreteType(run, said, shape, schemaPlace);
  const encoding = encodingFor(mediaType, shape);
  if (
    media &&
    encoding !== 'form' &&
    encoding !== 'multipart' &&
    objectAt(media.value, 'encoding')
  ) {
    run.warnings.add(
      'encoding',
      at(media.place, 'encoding'),
      `"encoding" means nothing for ${mediaType}; it was left out.`,
    );
  }
  const content: BodyContent = { mediaType, encoding };
  if (encoding === 'multipart') {
    const { schema: converted, parts } = readMultipart(run, schema, schemaPlace, media);
    if (Object.keys(parts).length > 0) content.parts = parts;
    return { content, schema: converted, examples: [] };
  }
  if (encoding === 'form' && media) {
    const parts = readParts(run, media);
    if (Object.keys(parts).length > 0) content.parts = parts;
  }
  return {
    content,
    schema: argumentSchema(run, encoding, mediaType, schema, schemaPlace),
    examples: encoding === 'json' || encoding === 'form' ? readSchemaExamples(run, schema) : [],
  };
}

function argumentSchema(
  run: ImportRun,
  encoding: BodyEncoding,
  mediaType: string,
  schema: JsonValue | undefined,
  place: Place,
): JsonSchema {
  if (encoding === 'binary') return fileReference(run);
  if (encoding === 'text') return textSchema(run, mediaType, schema, place);
  if (schema !== undefined) return run.schemas.convert(schema, place, inputFrame());
  return encoding === 'form' ? { type: 'object' } : {};
}

/** A text body is a single string, whatever structure its schema describes. */
function textSchema(
  run: ImportRun,
  mediaType: string,
  schema: JsonValue | undefined,
  place: Place,
): JsonSchema {
  if (schema !== undefined && shapeOf(run, schema) !== 'structure') {
    const converted = run.schemas.convert(schema, place, inputFrame());
    if (isObject(converted) && converted['type'] === 'string') return converted;
  } else if (schema !== undefined) {
    run.warnings.add(
      'text body',
      place,
      `A body of ${mediaType} is given as one text; its schema is not checked.`,
    );
  }
  return { type: 'string', description: `The whole body as ${mediaType}.` };
}

type Shape = 'structure' | 'scalar' | 'unknown';

/** Whether a schema describes an object or list. */
function shapeOf(run: ImportRun, schema: JsonValue | undefined): Shape {
  const followed = run.references.follow(schema, null);
  if (!followed.found || !isObject(followed.value)) return 'unknown';
  const { value } = followed;
  const type = own(value, 'type');
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('object') || types.includes('array')) return 'structure';
  if (['properties', 'items', 'allOf', 'oneOf', 'anyOf'].some((key) => Object.hasOwn(value, key)))
    return 'structure';
  return type === undefined ? 'unknown' : 'scalar';
}

function concreteType(run: ImportRun, said: string, shape: Shape, place: Place): string {
  if (fitsMediaHeader(said)) return toConcrete(said, shape === 'structure');
  const essence = essenceOf(said);
  const taken = fitsMediaHeader(essence)
    ? toConcrete(essence, shape === 'structure')
    : 'application/json';
  const name = toVisible(said).slice(0, 80);
  run.warnings.add('media type', place, `"${name}" is not a media type; ${taken} is used instead.`);
  return taken;
}

function encodingFor(mediaType: string, shape: Shape): BodyEncoding {
  const encoding = encodingOf(mediaType);
  // A vendor's type without +json whose schema is a structure can only be JSON.
  const isFile = /^(?:image|audio|video|font)\//.test(essenceOf(mediaType));
  return encoding === 'binary' && shape === 'structure' && !isFile ? 'json' : encoding;
}

const PREFERENCE: BodyEncoding[] = ['json', 'form', 'multipart', 'text', 'binary'];

/** JSON first, as models write it best; a repeated type counts once. */
export function inPreference(alternatives: BodyAlternative[]): BodyAlternative[] {
  const distinct = new Map<string, BodyAlternative>();
  for (const alternative of alternatives) {
    const known = distinct.get(alternative.content.mediaType);
    if (!known) distinct.set(alternative.content.mediaType, alternative);
    else known.examples.push(...alternative.examples);
  }
  const rank = ({ content }: BodyAlternative) =>
    essenceOf(content.mediaType) === 'application/json' ? -1 : PREFERENCE.indexOf(content.encoding);
  return [...distinct.values()].sort((first, second) => rank(first) - rank(second));
}
