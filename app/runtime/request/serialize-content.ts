import { isJsonObject, toText } from '../json.ts';
import type { JsonValue } from '../json.ts';
import { isFormType, isJsonType } from '../media-type.ts';
import { percentEncode } from './percent-encode.ts';
import type { Unescaped } from './percent-encode.ts';
import { serializePairs } from './serialize-style.ts';

/** Writes the value of a parameter that has `content` instead of a style. */
export function serializeContent(
  mediaType: string,
  value: JsonValue,
  unescaped: Unescaped,
): string {
  // A form is percent-encoded by itself: as a query string it stands as it is.
  if (isFormType(mediaType)) return serializeForm(value);
  return percentEncode(isJsonType(mediaType) ? JSON.stringify(value) : toText(value), unescaped);
}

/** Writes an object as `a=1&b=2`, lists as repeated pairs, nested objects as JSON. */
export function serializeForm(value: JsonValue): string {
  if (!isJsonObject(value)) return toText(value);
  return Object.entries(value)
    .flatMap(([name, item]) => formPairs(name, item))
    .map(([name, text]) => `${name}=${text ?? ''}`)
    .join('&');
}

/** The default for a property of a form: OpenAPI's Encoding Object without any field. */
export function formPairs(name: string, value: JsonValue) {
  const plain = isJsonObject(value) ? JSON.stringify(value) : value;
  return serializePairs({ name, style: 'form', explode: true, unescaped: 'none' }, plain);
}
