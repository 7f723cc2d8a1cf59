import { toBase64 } from '../base64.ts';
import type { HttpAction, HttpResponse } from '../definition.ts';
import { parseJson } from '../json.ts';
import type { JsonValue } from '../json.ts';
import { essenceOf, isJsonType, isTextType } from '../media-type.ts';
import { contentTypeOf, hasSignature, readText, sniffImage } from '../read-text.ts';
import type {
  ContentBlock,
  ToolResult,
  UpstreamOutcome,
  UpstreamResponse,
} from '../tool-context.ts';
import { errorResult, valueResult } from '../tool-result.ts';
import { describeErrorStatus } from './describe-failure.ts';
import { keepPaths } from './keep-paths.ts';

/** A tool's result, and the complete JSON it was made from. */
export interface Shaped {
  result: ToolResult;
  value?: JsonValue;
}

/**
 * Converts an upstream's response to a tool's result. The body decides, not its `Content-Type`: JSON becomes
 * structured content with a text mirror even as `text/html`, and an HTML page stays text even as
 * `application/json`.
 *
 * @param url address without credentials, for blobs.
 */
export function shapeResponse(
  action: HttpAction,
  answered: Extract<UpstreamOutcome, { ok: true }>,
  url: string,
): Shaped {
  const { response } = answered;
  const { status, body } = response;
  if (status >= 400) {
    const text = describeErrorStatus(`${action.method} ${action.path}`, answered);
    return { result: errorResult(text) };
  }
  if (body.length === 0) return { result: emptyResult(status, action.response) };
  const declared = essenceOf(contentTypeOf(response));
  const media = mediaBlock(declared, body, url);
  if (media !== null) return { result: { content: [media] } };
  const text = readText(response);
  if (text === null) return { result: { content: [blobBlock(declared, body, url)] } };
  const value = toJson(declared, text);
  if (value === undefined) return { result: textAnswer(text, declared) };
  return { result: shapeValue(action, value), value };
}

/** Converts the JSON of an answer to a tool's result: cut to what the tool keeps, with a note if that is nothing. */
export function shapeValue({ response: { keep, wrap } }: HttpAction, value: JsonValue): ToolResult {
  const { value: kept, note } = keepPaths(value, keep);
  const result = valueResult(kept, wrap);
  if (note === undefined) return result;
  return { ...result, content: [...result.content, { type: 'text', text: note }] };
}

function emptyResult(status: number, { wrap = false }: HttpResponse): ToolResult {
  return {
    content: [{ type: 'text', text: `Done: the API answered ${status}, without a body.` }],
    structuredContent: wrap ? { result: null } : {},
  };
}

/** Image or audio content, unless the bytes are clearly something else, such as an error page. */
function mediaBlock(declared: string, body: Uint8Array, url: string): ContentBlock | null {
  const isText = /^\s*[<{[]/.test(String.fromCharCode(...body.subarray(0, 64)));
  const type = /^(?:image|audio)\//.test(declared) ? declared : sniffImage(body);
  if (type === null || isText || type === 'image/svg+xml') return null;
  if (!hasSignature(body, type)) return blobBlock('application/octet-stream', body, url);
  const data = toBase64(body);
  return type.startsWith('audio/')
    ? { type: 'audio', data, mimeType: type }
    : { type: 'image', data, mimeType: type };
}

function blobBlock(declared: string, body: Uint8Array, url: string): ContentBlock {
  const isBinary = declared !== '' && !isTextType(declared) && !isJsonType(declared);
  const mimeType = isBinary ? declared : 'application/octet-stream';
  return { type: 'resource', resource: { uri: url, mimeType, blob: toBase64(body) } };
}

/** The JSON of a response; undefined if it has none. */
export function readResponseJson(response: UpstreamResponse): JsonValue | undefined {
  const text = response.body.length === 0 ? null : readText(response);
  return text === null ? undefined : toJson(essenceOf(contentTypeOf(response)), text);
}

function toJson(declared: string, text: string): JsonValue | undefined {
  return mayBeJson(declared, text) ? readJsonText(text) : undefined;
}

/** Plain text stays text, unless the body looks like an object or a list. */
function mayBeJson(declared: string, text: string): boolean {
  return isJsonType(declared) || declared === '' || /^\s*[{[]/.test(text);
}

function readJsonText(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function textAnswer(text: string, declared: string): ToolResult {
  const content: ContentBlock[] = [{ type: 'text', text }];
  const isPage = /^\s*<(?:!doctype html|html)\b/i.test(text);
  if (isJsonType(declared)) {
    const what = isPage ? 'an HTML page, perhaps of a login or a proxy' : 'not valid JSON';
    const note = `Note: the API called this ${declared}, but it is ${what}.`;
    content.push({ type: 'text', text: note });
  }
  return { content };
}
