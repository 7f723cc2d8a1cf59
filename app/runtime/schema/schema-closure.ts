import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../json.ts';

type Definitions = { [name: string]: JsonSchema };

/** Keywords whose value is data: a `$ref` in there is only text. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
/** Keywords whose value maps names to schemas: those names are not keywords. */
export const MAP_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
]);

/**
 * Adds to a schema the shared definitions that it reaches, and only those, so that it is self-contained. A
 * schema that reaches none is returned as it is.
 */
export function withDefinitions(
  schema: JsonObject,
  definitions: Definitions,
  refs: RefLookup = createRefLookup(definitions),
): JsonObject {
  const reached = reachedDefinitions(schema, definitions, refs);
  if (reached.size === 0) return schema;
  const own = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
  const names = Object.keys(definitions).filter((name) => reached.has(name));
  const added = names.map((name) => [name, definitions[name] ?? true] as const);
  return { ...schema, $defs: { ...Object.fromEntries(added), ...own } };
}

/** Names of the shared definitions that a schema reaches, directly or indirectly. */
export function reachedDefinitions(
  schema: JsonObject,
  definitions: Definitions,
  refs: RefLookup,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...localRefs(schema).names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name) || !Object.hasOwn(definitions, name)) continue;
    reached.add(name);
    open.push(...refs(name).names);
  }
  return reached;
}

/** Targets of a schema's `$ref`s within the same document. */
interface LocalRefs {
  /** Names of the shared definitions referred to. */
  names: ReadonlySet<string>;
  /** Whether a `$ref` has another target, which depends on the surrounding schema. */
  isBound: boolean;
}

/** References of one definition. */
export type RefLookup = (name: string) => LocalRefs;

/** Caches the references of each definition, for the many tools that share them. */
export function createRefLookup(definitions: Definitions): RefLookup {
  const known = new Map<string, LocalRefs>();
  return (name) => {
    const refs = known.get(name) ?? localRefs(definitions[name] ?? true);
    known.set(name, refs);
    return refs;
  };
}

/** The references of one schema. */
export function localRefs(schema: JsonSchema): LocalRefs {
  const names = new Set<string>();
  let isBound = false;
  const open: { value: JsonValue; isMap: boolean }[] = [{ value: schema, isMap: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isMap } = next;
    if (Array.isArray(value)) {
      for (const item of value) open.push({ value: item, isMap: false });
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        const child = value[key];
        if (!isMap && key === '$ref' && typeof child === 'string') {
          const name = definitionName(child);
          if (name !== null) names.add(name);
          else if (child.startsWith('#')) isBound = true;
        }
        if (typeof child !== 'object' || child === null) continue;
        if (!isMap && DATA_KEYWORDS.has(key)) continue;
        open.push({ value: child, isMap: !isMap && MAP_KEYWORDS.has(key) });
      }
    }
  }
  return { names, isBound };
}

/** `Pet` for `#/$defs/Pet` and for `#/$defs/Pet/properties/tag`. */
export function definitionName(ref: JsonValue): string | null {
  if (typeof ref !== 'string' || !ref.startsWith('#/$defs/')) return null;
  const [, , name = ''] = ref.split('/');
  return decodePointerToken(name);
}

/** One token of a JSON pointer inside a URI fragment. */
export function decodePointerToken(token: string): string {
  let text = token;
  try {
    text = decodeURIComponent(token);
  } catch {
    // A lone percent sign: the token is taken literally.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Follows `$ref`s inside a self-contained schema; null if one has no target or is circular. */
export function resolveRefs(schema: JsonSchema, root: JsonObject): JsonSchema | null {
  let current: JsonSchema = schema;
  for (let step = 0; step < 32; step += 1) {
    if (!isJsonObject(current) || typeof current['$ref'] !== 'string') return current;
    const target: JsonSchema | null = lookUp(current['$ref'], root);
    if (target === null) return null;
    current = target;
  }
  return null;
}

/** Target of a local `$ref`; null for any other, or if there is none. */
export function lookUp(ref: string, root: JsonObject): JsonSchema | null {
  if (ref !== '#' && !ref.startsWith('#/')) return null;
  let current: JsonValue = root;
  for (const token of ref.split('/').slice(1)) {
    const key = decodePointerToken(token);
    if (Array.isArray(current)) current = current[Number(key)] ?? null;
    else if (isJsonObject(current) && Object.hasOwn(current, key)) current = current[key] ?? null;
    else return null;
  }
  return isJsonObject(current) || typeof current === 'boolean' ? current : null;
}
