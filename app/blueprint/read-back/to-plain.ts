import type { JsonValue } from '#app/runtime/definition.ts';

import { ImportedCode, type StaticValue } from './static-value.ts';

/** The value as JSON; undefined where it holds code, or nothing at all. */
export function toPlain(value: StaticValue): JsonValue | undefined {
  if (value === undefined || value instanceof ImportedCode) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (const item of value) {
      const plain = toPlain(item);
      if (plain === undefined) return undefined;
      items.push(plain);
    }
    return items;
  }
  const entries: [string, JsonValue][] = [];
  for (const [key, item] of Object.entries(value)) {
    const plain = toPlain(item);
    if (plain === undefined) return undefined;
    entries.push([key, plain]);
  }
  return Object.fromEntries(entries);
}
