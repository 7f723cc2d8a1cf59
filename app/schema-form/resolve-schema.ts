import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { decodePointerToken } from '#app/runtime/schema/schema-closure.ts';

type Definitions = Blueprint['definitions'];

/** A chain of references longer than this goes in circles. */
const MAX_HOPS = 32;

/**
 * The schema with its own `$ref` followed and its `allOf` folded in, one level deep. Keywords that
 * the form cannot fold stay out: the server checks the arguments anyway.
 */
export function resolveSchema(schema: JsonSchema, definitions: Definitions): JsonObject {
  let current = isJsonObject(schema) ? schema : {};
  for (let hop = 0; hop < MAX_HOPS && typeof current['$ref'] === 'string'; hop += 1) {
    const { $ref, ...siblings } = current;
    const target = findTarget(String($ref), definitions);
    current = { ...(isJsonObject(target) ? target : {}), ...siblings };
  }
  const { allOf, ...rest } = current;
  if (!Array.isArray(allOf)) return current;
  const parts = allOf.map((part) =>
    isJsonObject(part) ? resolveSchema(without(part, current), definitions) : {},
  );
  return parts.reduce(fold, rest);
}

/** A part that refers to the whole again adds nothing. */
function without(part: JsonObject, whole: JsonObject): JsonObject {
  return part === whole ? {} : part;
}

function fold(whole: JsonObject, part: JsonObject): JsonObject {
  const merged: JsonObject = { ...part, ...whole };
  if (isJsonObject(whole['properties']) && isJsonObject(part['properties'])) {
    merged['properties'] = { ...part['properties'], ...whole['properties'] };
  }
  if (Array.isArray(whole['required']) && Array.isArray(part['required'])) {
    merged['required'] = [...new Set([...part['required'], ...whole['required']])];
  }
  return merged;
}

/** Follows `#/$defs/Name`, and a JSON Pointer into it. */
function findTarget(ref: string, definitions: Definitions): JsonValue | undefined {
  if (!ref.startsWith('#/$defs/')) return undefined;
  const segments = ref.slice('#/$defs/'.length).split('/').map(decodePointerToken);
  let target: JsonValue | undefined = definitions;
  for (const segment of segments) {
    if (Array.isArray(target)) target = target[Number(segment)];
    else
      target = isJsonObject(target) && Object.hasOwn(target, segment) ? target[segment] : undefined;
  }
  return target;
}
