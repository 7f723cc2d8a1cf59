import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { isObject, listOf, resolve, textOf } from './document-operations.ts';

/** Schemas that together describe one value, and the document that their references lead into. */
export interface DescribedValue {
  root: JsonObject;
  schemas: readonly (JsonValue | undefined)[];
}

/** A property, an item or another member of a value: how it is called, and its schemas. */
type Members = Map<string, JsonValue[]>;

const COMPOSED = ['allOf', 'oneOf', 'anyOf'];

/**
 * Walks all properties that a document describes for a value, at any depth and through references
 * and compositions, beside the schemas of a tool for it.
 *
 * @returns how many of them the tool knows, and the paths of those that it does not. What is
 *   `readOnly` is none: "must not be sent as part of the request" (Swagger 2.0, Schema Object).
 */
export function lostProperties(
  document: DescribedValue,
  tool: DescribedValue,
): { kept: number; lost: string[] } {
  const lost: string[] = [];
  let kept = 0;
  const ids = new Map<JsonObject, number>();
  const idOf = (schema: JsonObject) => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return id;
  };
  const visited = new Set<string>();
  const waiting = [{ path: '$', theirs: document.schemas, ours: tool.schemas }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [theirs, ours] = [
      allParts({ root: document.root, schemas: next.theirs }),
      allParts({ root: tool.root, schemas: next.ours }),
    ];
    const key = [theirs, ours].map((parts) => [...parts].map(idOf).join()).join('|');
    if (visited.has(key)) continue;
    visited.add(key);
    const [expected, known] = [membersOf(theirs), membersOf(ours)];
    for (const [name, schemas] of expected) {
      if (schemas.some((schema) => isReadOnly(document.root, schema))) continue;
      const found = known.get(name);
      const path = `${next.path}${name}`;
      if (name.startsWith('.') && found) kept += 1;
      if (name.startsWith('.') && !found) lost.push(path);
      else waiting.push({ path, theirs: schemas, ours: found ?? [] });
    }
  }
  return { kept, lost };
}

/** Version 3.0 ignores a mark beside a reference; its author meant it, and 3.1 counts it. */
function isReadOnly(root: JsonObject, schema: JsonValue): boolean {
  return [schema, resolve(root, schema)].some(
    (said) => isObject(said) && said['readOnly'] === true,
  );
}

/** The schemas of a value with all that they refer to and are composed of. */
function allParts({ root, schemas }: DescribedValue): Set<JsonObject> {
  const parts = new Set<JsonObject>();
  const waiting = schemas.filter(isObject);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const target = resolve(root, next);
    for (const part of target === next || countsBeside(root, next) ? [target, next] : [target]) {
      if (parts.has(part)) continue;
      parts.add(part);
      for (const keyword of COMPOSED) waiting.push(...listOf(part[keyword]).filter(isObject));
    }
  }
  return parts;
}

/** Whether there are keywords beside a reference, and they count: since 3.1 they do. */
function countsBeside({ openapi, swagger }: JsonObject, reference: JsonObject): boolean {
  const isOld = swagger !== undefined || textOf(openapi).startsWith('3.0');
  return !isOld && Object.keys(reference).length > 1;
}

/** What the parts of a schema say about the members of a value. */
function membersOf(parts: ReadonlySet<JsonObject>): Members {
  const members: Members = new Map();
  const add = (name: string, schema: JsonValue) =>
    members.set(name, [...(members.get(name) ?? []), schema]);
  for (const part of parts) {
    const { properties, items, additionalProperties } = part;
    if (isObject(properties))
      for (const [name, schema] of Object.entries(properties)) add(`.${name}`, schema);
    if (isObject(items)) add('[]', items);
    if (isObject(additionalProperties)) add('{}', additionalProperties);
  }
  return members;
}
