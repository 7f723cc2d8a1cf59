import { isJsonObject } from '../../json.ts';
import type { JsonValue } from '../../json.ts';
import type { StepBudget } from '../step-budget.ts';

/** Whether two values are the same JSON. */
export function isEqual(one: JsonValue, other: JsonValue, budget: StepBudget): boolean {
  budget.spend(1 / 16);
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isEqual(item, other[index] ?? null, budget));
  }
  if (!isJsonObject(one)) return one === other;
  if (!isJsonObject(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) => Object.hasOwn(other, name) && isEqual(one[name] ?? null, other[name] ?? null, budget),
  );
}

/** The first two equal items, found in one pass; null if there are none. */
export function findEqualItems(
  items: readonly JsonValue[],
  budget: StepBudget,
): [number, number] | null {
  const first = new Map<JsonValue, number>();
  for (const [index, item] of items.entries()) {
    const key = typeof item === 'object' && item !== null ? `{${toKey(item, budget)}` : item;
    const mark = typeof item === 'string' ? `"${item}` : key;
    const known = first.get(mark);
    if (known !== undefined) return [known, index];
    first.set(mark, index);
  }
  return null;
}

/** The same text for the same JSON, whatever the order of its properties is. */
function toKey(value: JsonValue, budget: StepBudget): string {
  budget.spend(1 / 4);
  if (Array.isArray(value)) return `[${value.map((item) => toKey(item, budget)).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toKey(value[name] ?? null, budget)}`).join()}}`;
}
