import { put } from '#app/blueprint/import/json-object.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

import { dropHidden } from './visible-text.ts';

/** A value without hidden characters in its texts and names; the same value where there are none. */
export function dropHiddenIn(value: JsonValue): JsonValue {
  if (typeof value === 'string') return dropHidden(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(dropHiddenIn);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const shown: JsonObject = {};
  let isSame = true;
  for (const [key, item] of Object.entries(value)) {
    const name = dropHidden(key);
    const next = dropHiddenIn(item);
    isSame &&= name === key && next === item;
    put(shown, name, next);
  }
  return isSame ? value : shown;
}
