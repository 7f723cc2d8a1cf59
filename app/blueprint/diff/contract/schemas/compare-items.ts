import { isJsonObject, type JsonObject, type JsonSchema } from '#app/runtime/json.ts';

import type { SchemaPair, SchemaWalk } from './schema-difference.ts';
import { typesOf } from './schema-types.ts';

/** Compares the items of lists: those with a place of their own, and all others. */
export function compareItems({ before, after, path }: SchemaPair, walk: SchemaWalk): void {
  if (!typesOf(before).has('array') || !typesOf(after).has('array')) return;
  const [old, now] = [placedOf(before), placedOf(after)];
  if (old.length === now.length) {
    old.forEach((item, index) => walk.compare(item, now[index] ?? true, `${path}[${index}]`));
  } else {
    const text = `${now.length} items have a place of their own, were ${old.length}. Its effect cannot be told, so it counts as breaking.`;
    walk.report({ path, effect: 'other', text });
  }
  walk.compare(restOf(before), restOf(after), `${path}[]`);
}

function placedOf({ prefixItems: items }: JsonObject): JsonSchema[] {
  if (!Array.isArray(items)) return [];
  return items.map((item) => (isJsonObject(item) || typeof item === 'boolean' ? item : true));
}

function restOf({ items }: JsonObject): JsonSchema {
  return isJsonObject(items) || typeof items === 'boolean' ? items : true;
}
