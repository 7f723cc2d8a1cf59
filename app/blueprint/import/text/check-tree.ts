import { refuse } from '#app/blueprint/import/import-failure.ts';
import type { ImportFailure } from '#app/blueprint/import/import-failure.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { Place } from '#app/blueprint/import/place.ts';
import type { Warnings } from '#app/blueprint/import/warnings.ts';
import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonValue } from '#app/runtime/definition.ts';

import { MAX_DEPTH, TreeBudget } from './tree-budget.ts';

export const TOO_DEEP = `The document nests more than ${MAX_DEPTH} levels deep. Take out the nesting and import again.`;

export const TOO_LARGE =
  'The aliases of this YAML document expand to more than any document may hold. Write the repeated parts once, under components, and refer to them with $ref.';

/**
 * Walks a tree in advance: rejects deep nesting and excessive growth through aliases, and replaces numbers
 * without a JSON form by `null` (in place).
 */
export function checkTree(
  root: JsonValue,
  length: number,
  warnings: Warnings,
): Result<JsonValue, ImportFailure> {
  const budget = new TreeBudget(length);
  const open: { value: JsonValue; depth: number; place: Place }[] = [
    { value: root, depth: 0, place: null },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth, place } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return refuse('unreadable', TOO_DEEP);
    for (const [key, child] of Object.entries(value)) {
      if (!budget.spend(child)) return refuse('unreadable', TOO_LARGE);
      const childPlace = at(place, Array.isArray(value) ? Number(key) : key);
      if (typeof child === 'number' && !Number.isFinite(child)) {
        Object.assign(value, { [key]: null });
        warnings.add('number', childPlace, 'This number is too large for JSON; it was left out.');
      }
      open.push({ value: child, depth: depth + 1, place: childPlace });
    }
  }
  return succeed(root);
}
