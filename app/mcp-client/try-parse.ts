import { parseJson } from '#app/runtime/json.ts';
import type { JsonValue } from '#app/runtime/definition.ts';

/** JSON of others, which may be none: then undefined. */
export function tryParse(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
