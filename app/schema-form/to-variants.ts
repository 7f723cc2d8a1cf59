import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';

import { resolveSchema } from './resolve-schema.ts';
import type { SchemaRoot } from './schema-root.ts';

export interface Variant {
  label: string;
  schema: JsonObject;
}

/** More than a picker can show; what lies behind them is edited as JSON. */
const MAX_VARIANTS = 100;

/** Alternatives that one picks among: `oneOf`, `anyOf`, or several types; null where there are none. */
export function toVariants(schema: JsonObject, root: SchemaRoot): Variant[] | null {
  for (const keyword of ['oneOf', 'anyOf']) {
    const list = schema[keyword];
    if (!Array.isArray(list) || list.length === 0) continue;
    const { [keyword]: _, description: __, title: ___, default: ____, ...rest } = schema;
    const hasOthers = Object.keys(rest).length > 0;
    return list.slice(0, MAX_VARIANTS).map((option, index) => ({
      label: labelVariant(option, index, root),
      schema: hasOthers ? { allOf: [rest, option] } : isJsonObject(option) ? option : {},
    }));
  }
  const { type } = schema;
  if (!Array.isArray(type)) return null;
  return type
    .filter((name) => typeof name === 'string')
    .map((name) => ({ label: name, schema: { ...schema, type: name } }));
}

function labelVariant(option: JsonValue, index: number, root: SchemaRoot): string {
  const fallback = `Option ${index + 1}`;
  if (!isJsonObject(option)) return fallback;
  const { $ref, title } = option;
  if (typeof title === 'string' && title !== '') return title;
  if (typeof $ref === 'string' && /\/[^/]+$/.test($ref)) return nameOf($ref);
  const resolved = resolveSchema(option, root);
  if (typeof resolved['title'] === 'string' && resolved['title'] !== '') return resolved['title'];
  const constant = valueOf(resolved, 'const') ?? discriminatorOf(resolved);
  if (constant !== undefined) return JSON.stringify(constant);
  const { required, type } = resolved;
  if (type === undefined || type === 'object') {
    const names = Array.isArray(required)
      ? required.filter((name) => typeof name === 'string')
      : [];
    if (names.length > 0) return `with ${names.join(', ')}`;
  }
  return typeof type === 'string' ? type : fallback;
}

/** The constant of the first property that has one. */
function discriminatorOf({ properties }: JsonObject): JsonValue | undefined {
  if (!isJsonObject(properties)) return undefined;
  for (const property of Object.values(properties)) {
    const constant = isJsonObject(property) ? valueOf(property, 'const') : undefined;
    if (constant !== undefined) return constant;
  }
  return undefined;
}

/** The last part of a reference. */
function nameOf(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
