import { isJsonObject, parseJson, toText, valueOf } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isFormType } from '../media-type.ts';
import type { MockCondition } from './mock-fixtures.ts';

/** A request as the mock sees it. */
export interface MockRequest {
  method: string;
  /** Query included. */
  path: string;
  headers: [name: string, value: string][];
  /** Empty for none, and for one that is not text. */
  body: string;
}

/** Whether a request has all of the values. */
export function meetsConditions(
  conditions: readonly MockCondition[],
  request: MockRequest,
  variables: ReadonlyMap<string, string>,
): boolean {
  return conditions.every((condition) => meets(condition, request, variables));
}

/** The properties that a request sends in its body; null where it is no object. */
export function readSentObject(request: MockRequest): JsonObject | null {
  if (request.body === '') return null;
  if (isFormType(headerOf(request, 'content-type') ?? '')) {
    return Object.fromEntries(new URLSearchParams(request.body));
  }
  const value = readMockedJson(request.body);
  return isJsonObject(value) ? value : null;
}

/** A JSON value, or null for a text that is none. */
export function readMockedJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function meets(
  { in: place, name, value }: MockCondition,
  request: MockRequest,
  variables: ReadonlyMap<string, string>,
): boolean {
  switch (place) {
    case 'path':
      return variables.get(name) === toText(value);
    case 'query':
      return isSent(queryValues(request.path, name), value);
    case 'header':
      return headerOf(request, name) === toText(value);
    case 'body': {
      const sent = valueOf(readSentObject(request) ?? {}, name);
      return sent !== undefined && isEqual(sent, value);
    }
  }
}

function queryValues(path: string, name: string): string[] {
  const at = path.indexOf('?');
  return at === -1 ? [] : new URLSearchParams(path.slice(at + 1)).getAll(name);
}

/** A list is sent as a pair for each item, or as one with commas. */
function isSent(sent: string[], value: JsonValue): boolean {
  if (!Array.isArray(value)) return sent.includes(toText(value));
  const wanted = value.map(toText).join(',');
  return sent.length > 0 && sent.join(',') === wanted;
}

/** A form sends every value as text. */
function isEqual(sent: JsonValue, wanted: JsonValue): boolean {
  return toSorted(sent) === toSorted(wanted) || sent === toText(wanted);
}

/** JSON with its keys in order. */
function toSorted(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(toSorted).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => JSON.stringify(key) + toSorted(value[key] ?? null)).join()}}`;
}

function headerOf({ headers }: MockRequest, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}
