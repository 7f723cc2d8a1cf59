import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, listAt, objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import type { SchemaFrame } from '#app/blueprint/import/schemas/convert-schema.ts';
import { distinctSchemas } from '#app/blueprint/import/schemas/distinct-schemas.ts';
import { isObjectSchema } from '#app/blueprint/import/schemas/object-schemas.ts';
import { textAt } from '#app/blueprint/import/text/read-text.ts';
import type {
  HttpResponse,
  JsonObject,
  JsonSchema,
  JsonValue,
  MockAnswer,
} from '#app/runtime/definition.ts';
import { essenceOf } from '#app/runtime/media-type.ts';

import { readExamples, readSchemaExamples } from './examples.ts';
import { carriesJson, fitsMediaHeader } from './media-types.ts';
import { resolveObject } from './resolve.ts';
import type { Located } from './resolve.ts';

/** Successful response of an operation. */
export interface ResponseSource {
  response: HttpResponse;
  outputSchema: JsonObject | null;
  /** The document's description of the response. */
  description: string;
  /** Example responses; those that violate the output schema are dropped later. */
  examples: JsonValue[];
  /** Status and media type of the response; null if the document describes none. */
  plainMock: MockAnswer | null;
  place: Place;
}

interface Media {
  mediaType: string;
  schema: JsonValue | undefined;
  schemaPlace: Place;
  examples: JsonValue[];
}

interface Success {
  status: number;
  located: Located;
  media: Media[];
}

/** Maximum number of accepted media types in one header. */
const MAX_ACCEPTED = 5;

/** The successful responses of an operation: what to accept, and the schema of the result. */
export function readResponses(run: ImportRun, operation: Located): ResponseSource {
  const successes = successfulResponses(run, operation);
  const [first] = successes;
  const withJson = successes.flatMap(({ status, media }) => {
    const json = preferJson(media);
    return json ? [{ status, json }] : [];
  });
  const chosen = withJson[0];
  const { outputSchema, wrap } = outputOf(
    run,
    withJson.map(({ json }) => json),
    successes.some(({ media }) => media.length === 0),
  );
  const described = successes.flatMap(({ media }) => media.map(({ mediaType }) => mediaType));
  const offered = (described.length > 0 ? described : producedBy(operation)).filter(
    fitsMediaHeader,
  );
  const jsonTypes = offered.filter(carriesJson);
  const accepted = [...new Set(jsonTypes.length > 0 ? jsonTypes : offered)].slice(0, MAX_ACCEPTED);
  const response: HttpResponse = {};
  if (accepted.length > 0) response.accept = accepted.join(', ');
  if (wrap) response.wrap = true;
  const plain = first?.media[0];
  return {
    response,
    outputSchema,
    description: first
      ? textAt(first.located.value, 'description', first.located.place, run.warnings)
      : '',
    examples: chosen ? examplesOf(run, chosen.json) : (plain?.examples ?? []),
    plainMock: first
      ? {
          status: chosen?.status ?? first.status,
          mediaType: concrete(chosen?.json.mediaType ?? plain?.mediaType),
        }
      : null,
    place: chosen?.json.schemaPlace ?? first?.located.place ?? operation.place,
  };
}

function concrete(mediaType: string | undefined): string {
  if (mediaType === undefined) return 'application/json';
  return fitsMediaHeader(mediaType) && !essenceOf(mediaType).includes('*')
    ? mediaType
    : 'application/octet-stream';
}

function successfulResponses(run: ImportRun, operation: Located): Success[] {
  const responses = objectAt(operation.value, 'responses');
  const place = at(operation.place, 'responses');
  const codes = Object.keys(responses ?? {});
  for (const code of codes.filter((name) => /^[45]/.test(name))) {
    noteFailing(run, responses?.[code], at(place, code));
  }
  const successful = codes.filter((code) => /^2(?:\d\d|XX)$/i.test(code)).sort();
  const chosen = successful.length > 0 ? successful : codes.filter((code) => code === 'default');
  return chosen.flatMap((code) => {
    const located = resolveObject(
      run,
      responses?.[code],
      at(place, code),
      'its answer is not described',
    );
    if (!located) return [];
    noteUnused(run, located);
    const status = /^\d+$/.test(code) ? Number(code) : 200;
    const media =
      run.dialect === '2.0' ? swaggerMedia(run, located, operation) : contentMedia(run, located);
    return [{ status, located, media }];
  });
}

function noteFailing(run: ImportRun, response: JsonValue | undefined, place: Place): void {
  const located = resolveObject(run, response, place, 'its answer is not described');
  if (!located) return;
  if (!objectAt(located.value, 'content') && !objectAt(located.value, 'schema')) return;
  run.warnings.note(
    'error answers',
    place,
    'Schemas of failing answers (4xx, 5xx) are not carried over: a failing answer is passed on as it comes.',
  );
}

function noteUnused(run: ImportRun, { value, place }: Located): void {
  if (objectAt(value, 'headers')) {
    run.warnings.note(
      'answer headers',
      at(place, 'headers'),
      'Headers of answers are not carried over: a result is the body.',
    );
  }
  if (objectAt(value, 'links')) {
    run.warnings.note(
      'links',
      at(place, 'links'),
      'Links from an answer to other operations are not carried over.',
    );
  }
}

function contentMedia(run: ImportRun, { value, place }: Located): Media[] {
  return Object.entries(objectAt(value, 'content') ?? {}).flatMap(([mediaType, media]) => {
    const located = resolveObject(
      run,
      media ?? {},
      at(place, 'content', mediaType),
      'its answer is not described',
    );
    if (!located) return [];
    return [
      {
        mediaType,
        schema: own(located.value, 'schema'),
        schemaPlace: at(located.place, 'schema'),
        examples: readExamples(run, located.value, located.place).map((example) => example.value),
      },
    ];
  });
}

function swaggerMedia(run: ImportRun, { value, place }: Located, operation: Located): Media[] {
  const schema = own(value, 'schema');
  const examples = objectAt(value, 'examples') ?? {};
  if (schema === undefined && Object.keys(examples).length === 0) return [];
  const list =
    own(operation.value, 'produces') === undefined
      ? listAt(run.root, 'produces')
      : listAt(operation.value, 'produces');
  const produced = list.filter((entry) => typeof entry === 'string');
  const isFile = isObject(schema) && stringAt(schema, 'type') === 'file';
  const fallback = isFile ? 'application/octet-stream' : 'application/json';
  return (produced.length > 0 ? produced : [fallback]).map((mediaType) => {
    const example = own(examples, mediaType);
    return {
      mediaType,
      schema,
      schemaPlace: at(place, 'schema'),
      examples: example === undefined ? [] : [example],
    };
  });
}

/** Media types that a Swagger 2.0 operation produces, whether it describes a response or not. */
function producedBy(operation: Located): string[] {
  return listAt(operation.value, 'produces').filter((entry) => typeof entry === 'string');
}

function preferJson(media: Media[]): Media | null {
  const json = media.filter(
    ({ mediaType, schema }) =>
      carriesJson(mediaType) || (essenceOf(mediaType) === '*/*' && isStructure(schema)),
  );
  return (
    json.find(({ mediaType }) => essenceOf(mediaType) === 'application/json') ?? json[0] ?? null
  );
}

/** Generators write any media type for JSON. */
function isStructure(schema: JsonValue | undefined): boolean {
  if (!isObject(schema)) return false;
  const type = own(schema, 'type');
  return own(schema, '$ref') !== undefined || type === 'object' || type === 'array';
}

/**
 * The schema of the structured result, which is an object; several responses are alternatives.
 *
 * @param mayBeEmpty another successful response has no body: its result is `{}` or `{result: null}`.
 */
function outputOf(
  run: ImportRun,
  media: Media[],
  mayBeEmpty: boolean,
): { outputSchema: JsonObject | null; wrap: boolean } {
  const converted = media.flatMap(({ schema, schemaPlace }) => {
    if (schema === undefined) return [];
    const frame: SchemaFrame = { direction: 'output', hidden: new Set(), scope: null, depth: 0 };
    return [run.schemas.convert(schema, schemaPlace, frame)];
  });
  const alternatives = distinctSchemas(converted);
  if (alternatives.length === 0) return { outputSchema: null, wrap: false };
  const isObjects = alternatives.every((schema) => isObjectSchema(schema, run.schemas.definitions));
  if (mayBeEmpty) alternatives.push(isObjects ? { maxProperties: 0 } : { type: 'null' });
  const [first = true] = alternatives;
  const result: JsonSchema = alternatives.length === 1 ? first : { anyOf: alternatives };
  if (isObjects && isObject(result))
    return { outputSchema: { ...result, type: 'object' }, wrap: false };
  return {
    outputSchema: { type: 'object', properties: { result }, required: ['result'] },
    wrap: true,
  };
}

/** Examples of a response: of its media type, else of its schema or of the items of its list. */
function examplesOf(run: ImportRun, media: Media): JsonValue[] {
  const followed = run.references.follow(media.schema, media.schemaPlace);
  const schema = followed.found && isObject(followed.value) ? followed.value : {};
  const ofSchema = readSchemaExamples(run, schema).map(({ value }) => value);
  const ofItems = readSchemaExamples(run, own(schema, 'items')).map(({ value }) => [value]);
  return [...media.examples, ...ofSchema, ...ofItems];
}
