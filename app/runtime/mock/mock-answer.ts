import { fromBase64 } from '../base64.ts';
import type { HttpAction, JsonSchema, JsonValue, ToolDefinition } from '../definition.ts';
import { isJsonObject, toText } from '../json.ts';
import { essenceOf, isJsonType, isTextType } from '../media-type.ts';
import { checkOf } from '../schema/validator.ts';
import { mockPage } from './mock-pages.ts';
import type { MockedRequest } from './mock-pages.ts';
import { sampleSchema } from './sample-schema.ts';

type Definitions = { [name: string]: JsonSchema };

export interface MockedResponse {
  status: number;
  mediaType: string;
  body: string | Uint8Array<ArrayBuffer>;
  /** The `Link` header. */
  link?: string;
}

/** One grey pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/**
 * Simulated response of the API to a tool: the document's example if it fits the tool's schema, else a value
 * made from that schema.
 */
export function mockHttpAnswer(
  tool: ToolDefinition,
  action: HttpAction,
  definitions: Definitions,
  request: MockedRequest,
): MockedResponse {
  const { mock, response } = action;
  const status = mock?.status ?? (expectsNothing(tool, action) ? 204 : 200);
  const wanted = essenceOf(mock?.mediaType ?? response.accept?.split(',')[0]);
  const mediaType = wanted === '' || wanted.includes('*') ? 'application/json' : wanted;
  if (status === 204 || status === 205 || status === 304) return { status, mediaType, body: '' };
  const value = mockValue(tool, definitions, mock?.body, response.wrap === true);
  if (action.pagination === undefined || value === undefined) {
    return { status, mediaType, body: writeBody(mediaType, value) };
  }
  const page = mockPage(tool, action, definitions, request, value);
  const link = page.link === undefined ? {} : { link: page.link };
  return { status, mediaType, body: writeBody(mediaType, page.value), ...link };
}

function expectsNothing(tool: ToolDefinition, action: HttpAction): boolean {
  return tool.outputSchema === undefined && action.method !== 'GET';
}

/** Structured content that fits a tool's schema; undefined if it declares none. */
export function mockStructuredContent(
  tool: ToolDefinition,
  definitions: Definitions,
): JsonValue | undefined {
  return samples(tool, definitions)[0];
}

function mockValue(
  tool: ToolDefinition,
  definitions: Definitions,
  example: JsonValue | undefined,
  wrap: boolean,
): JsonValue | undefined {
  const { outputSchema } = tool;
  if (outputSchema === undefined) return example;
  const structured = wrap && example !== undefined ? { result: example } : example;
  const check = checkOf(outputSchema, definitions);
  if (structured !== undefined && check.errors(structured).length === 0) return example;
  const [sampled] = samples(tool, definitions);
  if (sampled === undefined) return example;
  return wrap && isJsonObject(sampled) ? sampled['result'] : sampled;
}

/** The most complete valid value comes first. */
function samples({ outputSchema }: ToolDefinition, definitions: Definitions): JsonValue[] {
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
