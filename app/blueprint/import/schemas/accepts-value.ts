import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

/** Tells whether an example keeps to its schema, as the server that is made of it will judge. */
export function acceptsValue(
  schema: JsonObject,
  definitions: { [name: string]: JsonSchema },
  value: JsonValue,
): boolean {
  return checkOf(schema, definitions).errors(value).length === 0;
}
