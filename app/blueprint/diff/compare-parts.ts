import { isPlainObject } from '#app/blueprint/json.ts';
import { Tool } from '#app/blueprint/tool.ts';

import { compareTools } from './compare-tools.ts';
import type { FieldChange } from './field-change.ts';

/** Characters of a line of JSON. */
const SHORT = 100;

/**
 * The fields of a part of a blueprint that differ between two states, each as text; undefined where the
 * part is not there. `kind` is its key in the blueprint.
 */
export function compareParts(kind: string, before: unknown, after: unknown): FieldChange[] {
  if (kind === 'tools') {
    const [old, now] = [Tool.optional().safeParse(before), Tool.optional().safeParse(after)];
    if (old.success && now.success) return compareTools(old.data, now.data);
  }
  const isOneSided = before === undefined || after === undefined;
  const [old, now] = [toTexts(kind, before, isOneSided), toTexts(kind, after, isOneSided)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [one, other] = [old.get(field) ?? null, now.get(field) ?? null];
    return one === other ? [] : [{ field, before: one, after: other }];
  });
}

/**
 * Each field of an object as text; what is no object is one text, named by its kind. Of a part that comes or goes
 * an empty list says nothing.
 */
function toTexts(kind: string, value: unknown, isOneSided: boolean): Map<string, string> {
  if (value === undefined) return new Map();
  const fields = isPlainObject(value) ? Object.entries(value) : [[kind, value] as const];
  return new Map(
    fields.flatMap(([field, each]) => {
      const isEmpty = Array.isArray(each) && each.length === 0;
      if (each === undefined || (isOneSided && isEmpty)) return [];
      return [[field, toText(each)] as const];
    }),
  );
}

/** A text as it is; any other value as JSON, in one line where that is short. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const line = JSON.stringify(value);
  return line.length <= SHORT ? line : JSON.stringify(value, null, 2);
}
