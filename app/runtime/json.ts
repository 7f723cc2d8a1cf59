export type JsonValue =
  | null
  | boolean
  | number
  | string
  | JsonValue[]
  | { [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/** JSON Schema 2020-12, kept unchanged. */
export type JsonSchema = boolean | JsonObject;

/** Parses JSON, whose values are of no other type than this one; throws where the text is none. */
export function parseJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

/** Whether a value is an object, not an array, null or a primitive. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object's own property: documents also use names such as `constructor`. */
export function valueOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Text of a value: strings unchanged, everything else as JSON. */
export function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
