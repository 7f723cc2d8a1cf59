import { parseJson } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { readText } from '../read-text.ts';
import { percentEncode } from '../request/percent-encode.ts';
import type { JsonCall, JsonRequest, UpstreamFetch, UpstreamRequest } from '../tool-context.ts';
import { describeErrorStatus, describeFailure } from './describe-failure.ts';

/** Characters of a response that is not JSON, in an error. */
const MAX_EXCERPT = 300;

/** Failed call of an upstream; a tool that does not catch it reports its message. */
class UpstreamError extends Error {
  /** Absent: there was no response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'UpstreamError';
    this.status = status;
  }
}

/** Creates `context.json`: JSON out, JSON back, and everything else is an error that says why. */
export function createJsonCall(send: UpstreamFetch): JsonCall {
  return async <Answer>(upstream: string, given: JsonRequest) => {
    const request = toRequest(given);
    const outcome = await send(upstream, request);
    if (!outcome.ok) throw new UpstreamError(describeFailure(outcome));
    const { response } = outcome;
    const operation = `${request.method} ${request.path}`;
    if (response.status >= 400) {
      throw new UpstreamError(describeErrorStatus(operation, outcome), response.status);
    }
    const value = readJson(readText(response), operation, response.status);
    // The caller says what it expects, as of any JSON.
    return value as Answer;
  };
}

/** The request of a call in JSON. */
function toRequest({ query, headers, body, ...given }: JsonRequest): UpstreamRequest {
  const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
  const usual: [string, string][] = [['Accept', 'application/json']];
  if (body !== undefined) usual.push(['Content-Type', 'application/json']);
  return {
    ...given,
    method: given.method?.toUpperCase() ?? (body === undefined ? 'GET' : 'POST'),
    path: withQuery(given.path, query ?? {}),
    headers: [
      ...usual.filter(([name]) => !names.includes(name.toLowerCase())),
      ...Object.entries(headers ?? {}),
    ],
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** A list is a pair for each item; null and undefined are left out. */
function withQuery(path: string, query: NonNullable<JsonRequest['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each) =>
      each === null || each === undefined ? [] : [`${percentEncode(name)}=${encode(each)}`],
    ),
  );
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function encode(value: Exclude<JsonValue, null>): string {
  return percentEncode(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** An empty response, as to a deletion, is null. */
function readJson(text: string | null, operation: string, status: number): JsonValue {
  if (text === '') return null;
  try {
    if (text !== null) return parseJson(text);
  } catch {
    // Reported below, with the response's beginning.
  }
  const excerpt = text === null ? '(binary)' : text.slice(0, MAX_EXCERPT);
  throw new UpstreamError(
    `${operation} was answered ${status}, but not in JSON: ${excerpt}`,
    status,
  );
}

/** A request of code that nobody type-checks: headers as an object or none, a body that is a value. */
export function completeRequest(given: UpstreamRequest | LooseRequest): UpstreamRequest {
  const { headers = [], body, method = body === undefined ? 'GET' : 'POST', ...rest } = given;
  const listed = Array.isArray(headers) ? headers : Object.entries(headers);
  if (body === undefined) return { ...rest, method, headers: listed };
  if (typeof body === 'string' || body instanceof Uint8Array) {
    return { ...rest, method, headers: listed, body };
  }
  const isTyped = listed.some(([name]) => name.toLowerCase() === 'content-type');
  const type: [string, string][] = isTyped ? [] : [['Content-Type', 'application/json']];
  return { ...rest, method, headers: [...listed, ...type], body: JSON.stringify(body) };
}

interface LooseRequest extends Omit<UpstreamRequest, 'method' | 'headers' | 'body'> {
  method?: string;
  headers?: UpstreamRequest['headers'] | { [name: string]: string };
  body?: string | Uint8Array | JsonObject | JsonValue[];
}
