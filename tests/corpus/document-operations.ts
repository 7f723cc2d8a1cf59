import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { toText } from '#app/runtime/json.ts';

/** An operation as the document itself says it, read without the importer. */
export interface DocumentOperation {
  /** `GET /pets/{petId}`. */
  key: string;
  method: string;
  path: string;
  item: JsonObject;
  operation: JsonObject;
  /** Of path item and operation, resolved; those of the operation win. */
  parameters: JsonObject[];
  /** Media types of the request body with their Media Type Objects, resolved; OpenAPI 3 only. */
  content: [mediaType: string, media: JsonObject][];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Follows `$ref`s within the document; what does not lead to an object is an empty one. */
export function resolve(root: JsonObject, value: JsonValue | undefined): JsonObject {
  let current = value;
  for (let steps = 0; steps < 50 && isObject(current); steps += 1) {
    const { $ref: reference } = current;
    if (typeof reference !== 'string') return current;
    current = reference.startsWith('#/') ? find(root, reference) : undefined;
  }
  return {};
}

function find(root: JsonObject, reference: string): JsonValue | undefined {
  let current: JsonValue | undefined = root;
  for (const token of reference.slice(2).split('/')) {
    const name = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = current[Number(name)];
    else current = isObject(current) ? current[name] : undefined;
  }
  return current;
}

/** All operations of a document, in its order. */
export function documentOperations(root: JsonObject): DocumentOperation[] {
  const paths = isObject(root['paths']) ? root['paths'] : {};
  return Object.entries(paths).flatMap(([path, value]) => {
    if (path.startsWith('x-')) return [];
    const item = resolve(root, value);
    return Object.keys(item)
      .filter((name) => METHODS.includes(name))
      .map((name) => toOperation(root, path, item, name));
  });
}

function toOperation(
  root: JsonObject,
  path: string,
  item: JsonObject,
  name: string,
): DocumentOperation {
  const operation = resolve(root, item[name]);
  const parameters = new Map<string, JsonObject>();
  for (const holder of [item, operation]) {
    for (const parameter of listOf(holder['parameters'])) {
      const found = resolve(root, parameter);
      parameters.set(`${textOf(found['in'])}:${textOf(found['name'])}`, found);
    }
  }
  const { content } = resolve(root, operation['requestBody']);
  const media = isObject(content) ? Object.entries(content) : [];
  return {
    key: `${name.toUpperCase()} ${path}`,
    method: name,
    path,
    item,
    operation,
    parameters: [...parameters.values()],
    content: media.map(([mediaType, entry]) => [mediaType, resolve(root, entry)]),
  };
}

/** A value as text; nothing where there is none. */
export function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : toText(value);
}

export function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Names of the properties that a schema describes, through `$ref`, `allOf`, `oneOf`, `anyOf`. */
export function propertyNames(
  root: JsonObject,
  schema: JsonValue | undefined,
  isWanted: (property: JsonObject) => boolean = () => true,
  depth = 0,
): Set<string> {
  const names = new Set<string>();
  if (depth > 20) return names;
  const found = resolve(root, schema);
  for (const [name, property] of Object.entries(
    isObject(found['properties']) ? found['properties'] : {},
  )) {
    if (isWanted(resolve(root, property))) names.add(name);
  }
  for (const keyword of ['allOf', 'oneOf', 'anyOf'])
    for (const part of listOf(found[keyword]))
      for (const name of propertyNames(root, part, isWanted, depth + 1)) names.add(name);
  return names;
}
