import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';

const PREFIX = '#/$defs/';

/** Keywords whose value is data, not schema: a `$ref` in there is only text. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples']);

/** Keywords whose value maps names to schemas: the names are not keywords. */
const MAP_KEYWORDS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** Calls back with each `$ref` of a schema and the path of the schema that holds it. */
export function eachRef(
  schema: JsonSchema,
  visit: (ref: string, path: (string | number)[]) => void,
): void {
  const open: { value: JsonValue; path: (string | number)[]; isMap: boolean }[] = [
    { value: schema, path: [], isMap: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, isMap } = next;
    if (Array.isArray(value)) {
      value.forEach((item, index) =>
        open.push({ value: item, path: [...path, index], isMap: false }),
      );
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        if (!isMap && key === '$ref' && typeof child === 'string') visit(child, path);
        if (!isMap && DATA_KEYWORDS.has(key)) continue;
        open.push({ value: child, path: [...path, key], isMap: !isMap && MAP_KEYWORDS.has(key) });
      }
    }
  }
}

/** The schema with its references to shared definitions of other names; unchanged where it has none. */
export function renameRefs<Schema extends JsonSchema>(
  schema: Schema,
  names: ReadonlyMap<string, string>,
): Schema {
  const found: { path: (string | number)[]; ref: string }[] = [];
  eachRef(schema, (ref, path) => {
    const name = names.get(definitionOfRef(ref) ?? '');
    if (name === undefined) return;
    const [, ...rest] = ref.slice(PREFIX.length).split('/');
    found.push({ path, ref: PREFIX + [encodePointerSegment(name), ...rest].join('/') });
  });
  if (found.length === 0) return schema;
  const copy = structuredClone(schema);
  for (const { path, ref } of found) {
    const holder = path.reduce<JsonValue | undefined>(childOf, copy);
    if (isJsonObject(holder)) holder['$ref'] = ref;
  }
  return copy;
}

function childOf(holder: JsonValue | undefined, key: string | number): JsonValue | undefined {
  if (Array.isArray(holder)) return holder[Number(key)];
  return isJsonObject(holder) ? valueOf(holder, String(key)) : undefined;
}

/** Name of the shared definition that a `$ref` points to or into; null for any other `$ref`. */
export function definitionOfRef(ref: string): string | null {
  if (!ref.startsWith(PREFIX)) return null;
  const [name = ''] = ref.slice(PREFIX.length).split('/');
  return decodePointerSegment(name);
}

function decodePointerSegment(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // A lone percent sign: the name is taken literally.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

function encodePointerSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
