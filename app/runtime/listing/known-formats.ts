import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';
import { DATA_KEYWORDS, MAP_KEYWORDS } from '../schema/schema-closure.ts';

/** Formats that both the validators of clients and ours check. */
const CHECKED =
  'date time date-time duration uri uri-reference uri-template email hostname ipv4 ipv6 regex uuid ' +
  'json-pointer relative-json-pointer';

/** Formats of OpenAPI that clients know without complaint, and that tell a caller what to send. */
const TOLD = 'byte int32 int64 float double password binary';

export const INPUT_FORMATS: ReadonlySet<string> = new Set(`${CHECKED} ${TOLD}`.split(' '));

/** Of what an API answers, only what our own validator has checked as well. */
export const OUTPUT_FORMATS: ReadonlySet<string> = new Set(CHECKED.split(' '));

/**
 * A schema without formats that clients do not know: each is a warning in their logs. Validators ignore an
 * unknown format, so that the schema accepts the same values. A schema without such formats is returned as it is.
 */
export function withKnownFormats(schema: JsonSchema, formats: ReadonlySet<string>): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  return clean(schema, false, formats);
}

function clean(value: JsonObject, isMap: boolean, formats: ReadonlySet<string>): JsonObject {
  let copy: JsonObject | null = null;
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (!isMap && key === 'format') {
      if (typeof child === 'string' && formats.has(child)) continue;
      copy ??= { ...value };
      delete copy[key];
    } else if (typeof child === 'object' && child !== null && (isMap || !DATA_KEYWORDS.has(key))) {
      const cleaned = cleanValue(child, !isMap && MAP_KEYWORDS.has(key), formats);
      if (cleaned === child) continue;
      copy ??= { ...value };
      // An assignment of `__proto__` would not create a property.
      const property = { value: cleaned, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(copy, key, property);
    }
  }
  return copy ?? value;
}

function cleanValue(value: JsonValue, isMap: boolean, formats: ReadonlySet<string>): JsonValue {
  if (isJsonObject(value)) return clean(value, isMap, formats);
  if (!Array.isArray(value)) return value;
  const items = value.map((item) => cleanValue(item, false, formats));
  return items.some((item, index) => item !== value[index]) ? items : value;
}
