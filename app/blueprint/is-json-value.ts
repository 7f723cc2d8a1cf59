import type { JsonValue } from '#app/runtime/json.ts';

/** Whether a value is JSON all through, whatever its depth. */
export function isJsonValue(value: unknown): value is JsonValue {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next === 'string' || typeof next === 'boolean') continue;
    if (typeof next === 'number') {
      if (!Number.isFinite(next)) return false;
      continue;
    }
    if (typeof next !== 'object') return false;
    for (const child of Object.values(next)) open.push(child);
  }
  return true;
}
