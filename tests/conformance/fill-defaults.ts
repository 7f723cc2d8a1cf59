import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

/** The content of a form that is sent as it is shown, with its defaults. */
export function fillDefaults(schema: JsonValue | undefined): JsonObject {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(properties)) return {};
  const filled = Object.entries(properties).flatMap(([name, property]) =>
    isJsonObject(property) && property['default'] !== undefined
      ? [[name, property['default']] as const]
      : [],
  );
  return Object.fromEntries(filled);
}
