import { isPlainObject } from '#app/blueprint/json.ts';
import { Tool } from '#app/blueprint/tool.ts';

import { compareTools } from './compare-tools.ts';
import type { FieldChange } from './field-change.ts';

/**
 * The fields of a part of a blueprint that differ between two states, each as text; undefined where the
 * part is not there. `kind` is its key in the blueprint.
 */
export function compareParts(kind: string, before: unknown, after: unknown): FieldChange[] {
  if (kind === 'tools') {
    const [old, now] = [Tool.optional().safeParse(before), Tool.optional().safeParse(after)];
    if (old.success && now.success) return compareTools(old.data, now.data);
  }
  const [old, now] = [toTexts(kind, before), toTexts(kind, after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [one, other] = [old.get(field) ?? null, now.get(field) ?? null];
    return one === other ? [] : [{ field, before: one, after: other }];
  });
}

/** Each field of an object as text; what is no object is one text, named by its kind. */
function toTexts(kind: string, value: unknown): Map<string, string> {
  if (value === undefined) return new Map();
  const fields = isPlainObject(value) ? Object.entries(value) : [[kind, value] as const];
  return new Map(
    fields.flatMap(([field, each]) => {
      if (each === undefined) return [];
      return [[field, typeof each === 'string' ? each : JSON.stringify(each, null, 2)] as const];
    }),
  );
}
