import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

/** Whether an example matches its schema, as judged by the generated server. */
export function acceptsValue(
  schema: JsonObject,
  definitions: { [name: string]: JsonSchema },
  value: JsonValue,
): boolean {
  return checkOf(schema, definitions).errors(value).length === 0;
}
