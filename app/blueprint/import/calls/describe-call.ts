import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { nameOperation } from '#app/blueprint/operation-name.ts';
import type { CallBody, CommandCall, NamedValue } from './command-call.ts';
import type { Credential } from './credentials.ts';
import { inferSchema } from './infer-schema.ts';

/**
 * The Operation Object (OpenAPI 3.1, 4.8.10) of calls of one operation; there is at least one. `idOf` gives
 * the name of a credential's scheme.
 */
export function describeCall(
  calls: readonly CommandCall[],
  idOf: (credential: Credential) => string,
): JsonObject {
  const [first] = calls;
  if (!first) throw new Error('There is no call to describe.');
  const summary = calls.find((call) => call.summary !== null)?.summary;
  const body = describeBody(calls.flatMap((call) => (call.body === null ? [] : [call.body])));
  const credentials = calls.find((call) => call.credentials.length > 0)?.credentials ?? [];
  return {
    operationId: nameOperation(first.method, first.template),
    ...(summary ? { summary } : {}),
    parameters: [
      ...first.path.map((_argument, index) => describePath(calls, index)),
      ...describeNamed(
        calls.map(({ query }) => query),
        'query',
      ),
      ...describeNamed(
        calls.map(({ headers }) => headers),
        'header',
      ),
    ],
    ...(body === null ? {} : { requestBody: { required: true, content: body } }),
    responses: { 200: describeAnswer(calls) },
    security:
      credentials.length > 0
        ? [Object.fromEntries(credentials.map((each) => [idOf(each), each.scopes ?? []]))]
        : [],
  };
}

function describePath(calls: readonly CommandCall[], index: number): JsonObject {
  const values = calls.flatMap(({ path }) => {
    const example = path[index]?.example;
    return example === undefined ? [] : [example];
  });
  const name = calls[0]?.path[index]?.name ?? '';
  const description = describedBy(calls.map(({ path }) => path[index]));
  return { name, in: 'path', required: true, ...description, ...withSchema(values, values[0]) };
}

/** Arguments by name; one that occurs twice in a command is a list. */
function describeNamed(calls: readonly NamedValue[][], place: 'query' | 'header'): JsonObject[] {
  const names = [...new Set(calls.flat().map(({ name }) => name))];
  return names.map((name) => {
    const given = calls.map((pairs) => pairs.filter((pair) => pair.name === name));
    const isList = place === 'query' && given.some((pairs) => pairs.length > 1);
    const values = given.flatMap((pairs) => valuesOf(pairs, isList));
    // A header that is set explicitly is required by the API.
    const used = given.flatMap((pairs) => valuesOf(pairs.filter(isUsed), isList));
    const isRequired = place === 'header' && given.every((pairs) => pairs.length > 0);
    return {
      name,
      in: place,
      ...(isRequired ? { required: true } : {}),
      ...describedBy(given.flat()),
      ...withSchema(values, used[0]),
    };
  });
}

function valuesOf(pairs: readonly NamedValue[], isList: boolean): JsonValue[] {
  const values = pairs.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return isList && values.length > 0 ? [values] : values;
}

function isUsed({ isUnused }: NamedValue): boolean {
  return isUnused !== true;
}

/** The first description that there is of one argument. */
function describedBy(given: readonly ({ description?: string } | undefined)[]): JsonObject {
  const description = given.find((each) => each?.description !== undefined)?.description;
  return description === undefined ? {} : { description };
}

function withSchema(values: readonly JsonValue[], example: JsonValue | undefined): JsonObject {
  const schema = values.length === 0 ? { type: 'string' } : inferSchema(values);
  return { schema, ...(example === undefined ? {} : { example }) };
}

/** The Media Type Objects of these bodies, by media type; null if nothing is sent. */
function describeBody(bodies: readonly CallBody[]): JsonObject | null {
  if (bodies.length === 0) return null;
  const groups = Map.groupBy(bodies, mediaTypeOf);
  const content = [...groups].map(
    ([mediaType, group]) => [mediaType, describeMedia(group)] as const,
  );
  return Object.fromEntries(content);
}

function mediaTypeOf(body: CallBody): string {
  if (body.kind === 'form') return 'application/x-www-form-urlencoded';
  return body.kind === 'multipart' ? 'multipart/form-data' : body.mediaType;
}

function describeMedia(bodies: readonly CallBody[]): JsonObject {
  const json = bodies.flatMap((body) =>
    body.kind === 'json' && body.value !== undefined ? [body.value] : [],
  );
  if (bodies.some(({ kind }) => kind === 'json')) {
    const [example = null] = json;
    return { schema: inferSchema(json), ...(isWhole(example) ? { example } : {}) };
  }
  const [first] = bodies;
  if (first?.kind === 'form' || first?.kind === 'multipart') return describeFields(bodies);
  if (first?.kind === 'file') return { schema: { type: 'string', format: 'binary' } };
  return { schema: { type: 'string' } };
}

function describeFields(bodies: readonly CallBody[]): JsonObject {
  const calls = bodies.map((body) => ('fields' in body ? body.fields : []));
  const names = [...new Set(calls.flat().map(({ name }) => name))];
  const properties = Object.fromEntries(
    names.map((name): [string, JsonObject] => {
      const given = calls.map((fields) => fields.filter((field) => field.name === name));
      const isList = given.some((fields) => fields.length > 1);
      if (given.flat().some((field) => 'isFile' in field && field.isFile === true)) {
        const file = { type: 'string', format: 'binary' };
        const schema = isList ? { type: 'array', items: file } : file;
        return [name, { ...schema, ...describedBy(given.flat()) }];
      }
      const values = given.flatMap((fields) => valuesOf(fields, isList));
      const used = given.flatMap((fields) => valuesOf(fields.filter(isUsed), isList));
      const [example] = used;
      return [
        name,
        {
          ...describedBy(given.flat()),
          ...(values.length === 0 ? { type: 'string' } : inferSchema(values)),
          ...(example === undefined ? {} : { examples: [example] }),
        },
      ];
    }),
  );
  const example = exampleOf((calls[0] ?? []).filter(isUsed));
  return { schema: { type: 'object', properties }, ...(example === null ? {} : { example }) };
}

/** The fields of one call, if each has a value and occurs once; else null. */
function exampleOf(fields: readonly NamedValue[]): JsonObject | null {
  const names = new Set(fields.map(({ name }) => name));
  if (names.size < fields.length) return null;
  const pairs = fields.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return pairs.length === fields.length ? Object.fromEntries(pairs) : null;
}

/** Whether an example can be sent as it is: without a value that the command left open. */
function isWhole(value: JsonValue): boolean {
  return !/[\uE000-\uE002]/.test(JSON.stringify(value));
}

function describeAnswer(calls: readonly CommandCall[]): JsonObject {
  const description = 'OK';
  // A list of types, as browsers send it, says nothing about the response.
  const asked = calls.map(({ accept }) => accept?.trim().toLowerCase() ?? '');
  const mediaType = asked
    .map((accept) => (/^application\/json\b/.test(accept) ? 'application/json' : accept))
    .find((accept) => /^[\w.+-]+\/[\w.+-]+$/.test(accept));
  return mediaType === undefined
    ? { description }
    : { description, content: { [mediaType]: { schema: {} } } };
}
