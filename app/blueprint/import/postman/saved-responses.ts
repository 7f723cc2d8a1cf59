import { blankSecrets } from '#app/blueprint/import/calls/blank-secrets.ts';
import { readJsonExample } from '#app/blueprint/import/calls/json-example.ts';
import { objectAt, own, put, stringAt } from '#app/blueprint/import/json-object.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { pairsAt, toPlainText } from './pairs.ts';

/** Saved answers of one status at most, and characters of one. */
const MAX_EXAMPLES = 5;
const MAX_CHARACTERS = 200_000;

const IS_JSON = /[/+]json$/;

/**
 * The Responses Object (OpenAPI 3.1, 4.8.16) of answers that were saved. They are examples: of their types
 * only the outermost is sure enough to promise.
 *
 * @param asked the answer that the requests ask for: the one of success where none was saved, else its
 *   media type comes first.
 */
export function describeResponses(responses: readonly JsonObject[], asked: JsonObject): JsonObject {
  const codes = Map.groupBy(responses, (response) => toPlainText(own(response, 'code')));
  const described: JsonObject = {};
  for (const [code, group] of codes) {
    if (/^[1-5]\d\d$/.test(code)) put(described, code, describeStatus(group));
  }
  const success = Object.keys(described).find((code) => code.startsWith('2'));
  if (success === undefined) return { 200: asked, ...described };
  const saved = objectAt(described, success) ?? {};
  return { ...described, [success]: askedFirst(saved, objectAt(asked, 'content') ?? {}) };
}

/** The saved answer with the media types that are asked for; what was saved as JSON counts for them. */
function askedFirst(saved: JsonObject, asked: JsonObject): JsonObject {
  const content = objectAt(saved, 'content') ?? {};
  const json = Object.entries(content).find(([mediaType]) => IS_JSON.test(mediaType))?.[1];
  const first = Object.entries(asked).map(([mediaType, media]): [string, JsonValue] => [
    mediaType,
    own(content, mediaType) ?? (IS_JSON.test(mediaType) ? json : undefined) ?? media,
  ]);
  const merged = { ...Object.fromEntries(first), ...content };
  return Object.keys(merged).length === 0 ? saved : { ...saved, content: merged };
}

function describeStatus(group: readonly JsonObject[]): JsonObject {
  const [first = {}] = group;
  const description = stringAt(first, 'name') || stringAt(first, 'status') || 'Saved answer';
  const content: JsonObject = {};
  for (const [mediaType, same] of Map.groupBy(group, mediaTypeOf)) {
    if (mediaType !== null) put(content, mediaType, describeMedia(mediaType, same));
  }
  const hasContent = Object.keys(content).length > 0;
  return { description: blankSecrets(description), ...(hasContent ? { content } : {}) };
}

function mediaTypeOf(response: JsonObject): string | null {
  const body = stringAt(response, 'body') ?? '';
  if (body.trim() === '') return null;
  const header = pairsAt(response, 'header').find(({ name }) => /^content-type$/i.test(name));
  const stated = header?.value.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^[\w.+-]+\/[\w.+-]+$/.test(stated)) return stated;
  const isJson = stringAt(response, '_postman_previewlanguage') === 'json' || /^\s*[{[]/.test(body);
  return isJson ? 'application/json' : 'text/plain';
}

function describeMedia(mediaType: string, group: readonly JsonObject[]): JsonObject {
  if (!IS_JSON.test(mediaType)) return { schema: { type: 'string' } };
  const examples: JsonObject = {};
  const types = new Set<string>();
  for (const [index, response] of group.slice(0, MAX_EXAMPLES).entries()) {
    const body = stringAt(response, 'body') ?? '';
    const value = body.length > MAX_CHARACTERS ? undefined : readJsonExample(body);
    if (value === undefined) continue;
    types.add(Array.isArray(value) ? 'array' : 'object');
    put(examples, nameOf(response, index), { value } satisfies { value: JsonValue });
  }
  const [type] = types;
  const isSure = types.size === 1 && type !== undefined;
  return {
    schema: isSure ? { type } : {},
    ...(types.size > 0 ? { examples } : {}),
  };
}

function nameOf(response: JsonObject, index: number): string {
  const name = blankSecrets(stringAt(response, 'name') ?? '').slice(0, 100);
  return name === '' || index > 0 ? `${name} ${index + 1}`.trim() : name;
}
