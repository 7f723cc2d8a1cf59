import type { JsonSchema, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';

const PREFIX = '#/$defs/';

/** Keywords whose value is data, not schema: a `$ref` in there is only text. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples']);

/** Keywords whose value maps names to schemas: the names are not keywords. */
const MAP_KEYWORDS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** A schema that is still to be searched, and where it stands. */
interface Part {
  value: JsonValue;
  /** Its names are not keywords. */
  isMap: boolean;
  key: string | number;
  parent: Part | null;
}

/** Calls back with each `$ref` of a schema and the path of the schema that holds it. */
export function eachRef(
  schema: JsonSchema,
  visit: (ref: string, path: (string | number)[]) => void,
): void {
  const open: Part[] = [{ value: schema, isMap: false, key: '', parent: null }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value, isMap } = part;
    if (Array.isArray(value)) {
      value.forEach((item, index) => addPart(open, item, index, false, part));
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        const child = value[key] ?? null;
        if (!isMap && key === '$ref' && typeof child === 'string') visit(child, pathOf(part));
        if (!isMap && DATA_KEYWORDS.has(key)) continue;
        addPart(open, child, key, !isMap && MAP_KEYWORDS.has(key), part);
      }
    }
  }
}

/** Plain values, which are most of a schema, have nothing in them. */
function addPart(
  open: Part[],
  value: JsonValue,
  key: string | number,
  isMap: boolean,
  parent: Part | undefined,
): void {
  if (typeof value !== 'object' || value === null) return;
  open.push({ value, isMap, key, parent: parent ?? null });
}

function pathOf(part: Part): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = part; at.parent !== null; at = at.parent) path.push(at.key);
  return path.reverse();
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
