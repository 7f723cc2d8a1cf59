import { isJsonObject } from '#app/runtime/json.ts';

import { mergeValues, type MergedValue, type Sides } from './merge-values.ts';

/** Fields that stand alone. What a tool takes, does and gives belongs together, and is merged as a whole. */
const FREE = ['name', 'title', 'description', 'enabled', 'deprecated', 'annotations'] as const;

/** Merges a tool field by field; one that both sides changed in the same field is a conflict. */
export function mergeTool(sides: Sides<unknown>): MergedValue<unknown> {
  const whole = mergeValues(sides);
  const { base, mine, theirs } = sides;
  if (whole !== 'conflict' || !isJsonObject(mine) || !isJsonObject(theirs)) return whole;
  // Added on both sides, there is nothing to tell who changed what.
  if (!isJsonObject(base)) return whole;
  const rest = mergeValues({ base: restOf(base), mine: restOf(mine), theirs: restOf(theirs) });
  if (rest === 'conflict') return 'conflict';
  const merged = new Map<string, unknown>(Object.entries(rest.value ?? {}));
  for (const field of FREE) {
    const found = mergeValues({ base: base[field], mine: mine[field], theirs: theirs[field] });
    if (found === 'conflict') return 'conflict';
    if (found.value !== undefined) merged.set(field, found.value);
  }
  return { value: Object.fromEntries(merged) };
}

function restOf(tool: object): Record<string, unknown> {
  const free = new Set<string>(FREE);
  return Object.fromEntries(Object.entries(tool).filter(([field]) => !free.has(field)));
}
