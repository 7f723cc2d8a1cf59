import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { startValue } from '#app/schema-form/form-value.ts';
import { toSchemaRoot } from '#app/schema-form/schema-root.ts';

/** The arguments that a call starts with: defaults and what is required, as JSON. */
export function startCall(schema: JsonObject): string {
  try {
    const root = toSchemaRoot(schema);
    const value = startValue(root, root);
    return JSON.stringify(isJsonObject(value) ? value : {}, null, 2);
  } catch {
    // A schema of a stranger may hold anything, at any depth.
    return '{}';
  }
}
