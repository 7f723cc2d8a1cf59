import { inferSchema } from '#app/blueprint/import/calls/infer-schema.ts';
import type {
  ParameterFacts,
  ParameterSketch,
  ParameterPlace,
} from '#app/extraction/reading/sketch.ts';
import { toJsonType } from '#app/extraction/reading/to-json-type.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

/** Type information from a sample value: its type, the type of its items, the schema of nested values. */
export function readSample(value: JsonValue): ParameterFacts & { schema?: JsonObject } {
  const schema = inferSchema([value], 0);
  const type = toJsonType(schema['type']);
  if (type === undefined) return {};
  const items = isJsonObject(schema['items'] ?? null)
    ? toJsonType((schema['items'] as JsonObject)['type'])
    : undefined;
  const isNested =
    (type === 'object' && isJsonObject(value) && Object.keys(value).length > 0) ||
    items === 'object' ||
    items === 'array';
  return { type, ...(items ? { items } : {}), ...(isNested ? { schema } : {}) };
}

/** A parameter for each property of a sample; nested values keep their schema. */
export function sampleParameters(sample: JsonObject, place?: ParameterPlace): ParameterSketch[] {
  return Object.entries(sample)
    .filter(([name]) => name !== '' && name.length <= 100)
    .map(([name, value]) => ({ name, ...(place ? { in: place } : {}), ...readSample(value) }));
}
