import { isJsonObject, toText } from '../json.ts';
import type { JsonValue } from '../json.ts';
import { isFormType, isJsonType } from '../media-type.ts';
import { percentEncode } from './percent-encode.ts';
import type { Unescaped } from './percent-encode.ts';
import { serializePairs } from './serialize-style.ts';

/** Serializes the value of a parameter with `content` instead of a style. */
export function serializeContent(
  mediaType: string,
  value: JsonValue,
  unescaped: Unescaped,
): string {
  // A form is already percent-encoded: it is used unchanged as a query string.
  if (isFormType(mediaType)) return serializeForm(value);
  return percentEncode(isJsonType(mediaType) ? JSON.stringify(value) : toText(value), unescaped);
}

/** Serializes an object as `a=1&b=2`, lists as repeated pairs, nested objects as JSON. */
export function serializeForm(value: JsonValue): string {
  if (!isJsonObject(value)) return toText(value);
  return Object.entries(value)
    .flatMap(([name, item]) => formPairs(name, item))
    .map(([name, text]) => `${name}=${text ?? ''}`)
    .join('&');
}

/** Default for a property of a form: OpenAPI's Encoding Object without any field. */
export function formPairs(name: string, value: JsonValue) {
  const plain = isJsonObject(value) ? JSON.stringify(value) : value;
  return serializePairs({ name, style: 'form', explode: true, unescaped: 'none' }, plain);
}
