import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

/** Values that a schema takes as they are: what looks like a reference there is none. */
const PLAIN = new Set(['const', 'default', 'enum', 'examples', 'example']);
const MAX_DEPTH = 200;

/** References of a schema that cannot be followed in it: to places that are not there, and to other documents. */
export function findBadReferences(root: JsonObject): { lost: string[]; remote: string[] } {
  const { references, named } = findReferences(root);
  const unnamed = references.filter((reference) => !named.has(reference));
  const local = unnamed.filter((reference) => reference.startsWith('#'));
  return {
    lost: local.filter((reference) => !isThere(root, reference)),
    remote: unnamed.filter((reference) => !reference.startsWith('#')),
  };
}

function findReferences(root: JsonObject): { references: string[]; named: Set<string> } {
  const named = new Set<string>();
  const references: string[] = [];
  const open: [value: JsonValue, depth: number][] = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) continue;
    if (isJsonObject(value)) {
      const { $ref, $anchor, $id } = value;
      if (typeof $ref === 'string') references.push($ref);
      if (typeof $anchor === 'string') named.add(`#${$anchor}`);
      if (typeof $id === 'string') named.add($id);
    }
    for (const [key, child] of Object.entries(value)) {
      if (!PLAIN.has(key)) open.push([child, depth + 1]);
    }
  }
  return { references, named };
}

function isThere(root: JsonObject, pointer: string): boolean {
  let place: JsonValue | undefined = root;
  const [, ...parts] = decode(pointer).split('/');
  for (const part of parts) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof place !== 'object' || place === null) return false;
    place = Object.entries(place).find(([name]) => name === key)?.[1];
    if (place === undefined) return false;
  }
  return pointer === '#' || pointer.startsWith('#/');
}

function decode(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
