import * as z from 'zod';

import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';

import { isJsonValue } from './is-json-value.ts';

/**
 * Any JSON value. Checked without copying, so that schemas and examples stay unchanged and a document of
 * megabytes costs one walk.
 */
export const JsonValueSchema = z.custom<JsonValue>(isJsonValue, 'must be a JSON value');

/** A JSON object, kept unchanged. */
export const JsonObjectSchema = z.custom<JsonObject>(
  (value) => isPlainObject(value) && isJsonValue(value),
  'must be a JSON object',
);

/** JSON Schema 2020-12: an object or a boolean, kept unchanged. */
export const JsonSchemaSchema = z.custom<JsonSchema>(
  (value) => typeof value === 'boolean' || (isPlainObject(value) && isJsonValue(value)),
  'must be a JSON Schema: an object, true or false',
);

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
