import { fromBase64 } from '../base64.ts';
import type { JsonSchema, JsonValue, ToolDefinition } from '../definition.ts';
import { isJsonObject, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { essenceOf, isJsonType, isTextType } from '../media-type.ts';
import { checkOf } from '../schema/validator.ts';
import type { MockedOperation, MockFixture } from './mock-fixtures.ts';
import { mockPage } from './mock-pages.ts';
import type { MockedRequest } from './mock-pages.ts';
import { sampleSchema } from './sample-schema.ts';

type Definitions = { [name: string]: JsonSchema };

/**
 * Source of an answer: somebody wrote it (`set`), it was made from the operation's example, from its schema or,
 * where neither is known, from the request (`guess`); `none`: the operation is not known.
 */
export type MockSource = 'set' | 'example' | 'schema' | 'guess' | 'none';

export interface MockedResponse {
  status: number;
  mediaType: string;
  headers?: { [name: string]: string };
  body: string | Uint8Array<ArrayBuffer>;
  source: MockSource;
}

/** One grey pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/** An answer as it was written. */
export function toSetAnswer({ status, mediaType, headers, body }: MockFixture): MockedResponse {
  const content = isBodiless(status) || body === undefined ? '' : writeBody(mediaType, body);
  return { status, mediaType, ...(headers && { headers }), body: content, source: 'set' };
}

/**
 * Simulated response of the API to an operation: the document's example if it fits the schema, else a value
 * made from that schema, else what the request itself names.
 *
 * @param readSent the values of the request's path and body.
 */
export function deriveAnswer(
  operation: MockedOperation,
  definitions: Definitions,
  request: MockedRequest,
  readSent: () => JsonObject,
): MockedResponse {
  const { mock, response, pagination } = operation.action;
  const status = mock?.status ?? (expectsNothing(operation) ? 204 : 200);
  const wanted = essenceOf(mock?.mediaType ?? response.accept?.split(',')[0]);
  const mediaType = wanted === '' || wanted.includes('*') ? 'application/json' : wanted;
  if (isBodiless(status)) {
    return { status, mediaType, body: '', source: mock === undefined ? 'guess' : 'example' };
  }
  const isWrapped = response.wrap === true;
  const { value, source } = mockValue(operation, definitions, mock?.body, isWrapped);
  if (pagination !== undefined && value !== undefined) {
    const page = mockPage(operation, definitions, request, value);
    const headers = page.link === undefined ? {} : { headers: { link: page.link } };
    return { status, mediaType, body: writeBody(mediaType, page.value), source, ...headers };
  }
  const isGuess = value === undefined && isJsonType(mediaType);
  const body = writeBody(mediaType, isGuess ? readSent() : value);
  return { status, mediaType, body, source };
}

/** Without a schema nothing is promised; what takes a body mostly answers with it. */
function expectsNothing({ outputSchema, action }: MockedOperation): boolean {
  return outputSchema === undefined && action.method !== 'GET' && action.body === undefined;
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Structured content that fits a tool's schema; undefined if it declares none. */
export function mockStructuredContent(
  tool: Pick<ToolDefinition, 'outputSchema'>,
  definitions: Definitions,
): JsonValue | undefined {
  return samples(tool, definitions)[0];
}

function mockValue(
  operation: Pick<ToolDefinition, 'outputSchema'>,
  definitions: Definitions,
  example: JsonValue | undefined,
  wrap: boolean,
): { value: JsonValue | undefined; source: MockSource } {
  const { outputSchema } = operation;
  const asItIs = { value: example, source: example === undefined ? 'guess' : 'example' } as const;
  if (outputSchema === undefined) return asItIs;
  const structured = wrap && example !== undefined ? { result: example } : example;
  const check = checkOf(outputSchema, definitions);
  if (structured !== undefined && check.errors(structured).length === 0) return asItIs;
  const [sampled] = samples(operation, definitions);
  if (sampled === undefined) return asItIs;
  const value = wrap && isJsonObject(sampled) ? sampled['result'] : sampled;
  return { value, source: 'schema' };
}

/** The most complete valid value comes first. */
function samples(
  { outputSchema }: Pick<ToolDefinition, 'outputSchema'>,
  definitions: Definitions,
): JsonValue[] {
  if (outputSchema === undefined) return [];
  const check = checkOf(outputSchema, definitions);
  const made = [true, false]
    .map((withOptional) => sampleSchema(outputSchema, definitions, { withOptional }))
    .filter((value) => value !== undefined);
  return [...made.filter((value) => check.errors(value).length === 0), ...made];
}

function writeBody(mediaType: string, value: JsonValue | undefined): MockedResponse['body'] {
  if (isJsonType(mediaType)) return JSON.stringify(value ?? {});
  if (value !== undefined) return toText(value);
  if (mediaType.startsWith('image/')) return fromBase64(PNG) ?? '';
  if (/[/+]xml$/.test(mediaType)) return '<?xml version="1.0"?><example/>';
  return isTextType(mediaType) ? 'example' : new Uint8Array([0, 1, 2, 3]);
}
