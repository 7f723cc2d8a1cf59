import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { DATA_KEYWORDS, MAP_KEYWORDS } from '#app/runtime/schema/schema-closure.ts';

/** The document that a reference is relative to: a schema with an `$id`, or the root. */
interface Base {
  uri: string;
  /** Where it stands in the whole. */
  pointer: string;
}

interface Targets {
  /** Embedded documents, by their address. */
  documents: Map<string, Base>;
  /** Pointers, by the address of the document and the name of the anchor. */
  anchors: Map<string, string>;
}

/** Of a schema that has no address. */
const NO_ADDRESS = 'https://schema.invalid/';
/** Maps of drafts before 2019-09, whose names are no keywords either. */
const OLD_MAPS = new Set(['definitions', 'dependencies']);

/**
 * The schema with every reference to an `$id`, `$anchor` or `$dynamicAnchor` in it as a JSON pointer from the
 * root, and with the tuples and dependencies of older drafts in the words of 2020-12. One that nests deeper
 * than the stack stays as it is.
 */
export function rewriteReferences(schema: JsonObject): JsonObject {
  const targets: Targets = { documents: new Map(), anchors: new Map() };
  const base: Base = { uri: NO_ADDRESS, pointer: '' };
  targets.documents.set(base.uri, base);
  try {
    collectTargets(schema, '', base, targets);
    return rewriteSchema(schema, '', base, targets);
  } catch (error) {
    if (error instanceof RangeError) return schema;
    throw error;
  }
}

function collectTargets(schema: JsonObject, pointer: string, outer: Base, targets: Targets) {
  const base = baseOf(schema, pointer, outer);
  targets.documents.set(base.uri, base);
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = schema[keyword];
    if (typeof name === 'string') targets.anchors.set(`${base.uri}#${name}`, pointer);
  }
  const id = schema['$id'];
  // An anchor, in the words of draft 7.
  if (typeof id === 'string' && id.startsWith('#')) {
    targets.anchors.set(`${base.uri}${id}`, pointer);
  }
  eachPart(schema, pointer, (part, at) => collectTargets(part, at, base, targets));
}

/** Calls back with every schema directly inside one; values that are no schemas are left out. */
function eachPart(
  schema: JsonObject,
  pointer: string,
  visit: (part: JsonObject, pointer: string) => void,
) {
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${pointer}/${toToken(keyword)}`;
    if (DATA_KEYWORDS.has(keyword)) continue;
    if (Array.isArray(value)) {
      for (const [index, part] of value.entries())
        if (isJsonObject(part)) visit(part, `${at}/${index}`);
    } else if (isMap(keyword) && isJsonObject(value)) {
      for (const [name, part] of Object.entries(value))
        if (isJsonObject(part)) visit(part, `${at}/${toToken(name)}`);
    } else if (isJsonObject(value)) visit(value, at);
  }
}

function rewriteSchema(
  schema: JsonObject,
  pointer: string,
  outer: Base,
  targets: Targets,
): JsonObject {
  const base = baseOf(schema, pointer, outer);
  const visit = (part: JsonValue, at: string): JsonValue =>
    isJsonObject(part) ? rewriteSchema(part, at, base, targets) : part;
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
    const at = `${pointer}/${toToken(keyword)}`;
    if (DATA_KEYWORDS.has(keyword)) return [keyword, value];
    if (keyword === '$ref' || keyword === '$dynamicRef' || keyword === '$recursiveRef') {
      return typeof value === 'string'
        ? ['$ref', toPointer(value, base, targets)]
        : [keyword, value];
    }
    if (Array.isArray(value))
      return [keyword, value.map((part, index) => visit(part, `${at}/${index}`))];
    if (!isMap(keyword) || !isJsonObject(value)) return [keyword, visit(value, at)];
    const parts = Object.entries(value).map(
      ([name, part]) => [name, visit(part, `${at}/${toToken(name)}`)] as const,
    );
    return [keyword, Object.fromEntries(parts)];
  });
  return modernise(Object.fromEntries(entries));
}

/** Takes tuples as `items`, and `dependencies`, for what they are called today. */
function modernise(schema: JsonObject): JsonObject {
  const { items, additionalItems, dependencies, ...rest } = schema;
  if (!Array.isArray(items) && !isJsonObject(dependencies)) return schema;
  const modern: JsonObject = { ...rest };
  if (Array.isArray(items)) {
    modern['prefixItems'] = items;
    if (additionalItems !== undefined) modern['items'] = additionalItems;
  } else if (items !== undefined) modern['items'] = items;
  if (isJsonObject(dependencies)) {
    const all = Object.entries(dependencies);
    const own = (keyword: string) => {
      const value = rest[keyword];
      return isJsonObject(value) ? value : {};
    };
    modern['dependentRequired'] = {
      ...Object.fromEntries(all.filter(([, part]) => Array.isArray(part))),
      ...own('dependentRequired'),
    };
    modern['dependentSchemas'] = {
      ...Object.fromEntries(all.filter(([, part]) => !Array.isArray(part))),
      ...own('dependentSchemas'),
    };
  }
  return modern;
}

function baseOf(schema: JsonObject, pointer: string, outer: Base): Base {
  const id = schema['$id'];
  if (typeof id !== 'string' || id.startsWith('#')) return outer;
  const uri = toUri(id, outer.uri);
  return uri === null ? outer : { uri, pointer };
}

/** The reference as a pointer from the root; unchanged where it leads out of the schema. */
function toPointer(ref: string, base: Base, { documents, anchors }: Targets): string {
  const at = ref.indexOf('#');
  const address = at < 0 ? ref : ref.slice(0, at);
  const fragment = at < 0 ? '' : ref.slice(at + 1);
  const uri = address === '' ? base.uri : toUri(address, base.uri);
  const document = uri === null ? undefined : documents.get(uri);
  if (document === undefined) return ref;
  if (fragment === '' || fragment.startsWith('/')) return `#${document.pointer}${fragment}`;
  const pointer = anchors.get(`${document.uri}#${fragment}`);
  return pointer === undefined ? ref : `#${pointer}`;
}

/** The address without a fragment, made absolute; null where it is none. */
function toUri(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  url.hash = '';
  return url.href;
}

function isMap(keyword: string): boolean {
  return MAP_KEYWORDS.has(keyword) || OLD_MAPS.has(keyword);
}

/** One token of a JSON pointer inside a URI fragment. */
function toToken(name: string): string {
  return encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}
