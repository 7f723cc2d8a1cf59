import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { findProblems, toJsonPath } from '#app/runtime/schema/find-problems.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

import { toFieldPlace } from './field-place.ts';

/** The problems of arguments, by the place of their field in the form: `.body.tags.0`. */
export type ArgumentProblems = ReadonlyMap<string, string>;

export const NO_PROBLEMS: ArgumentProblems = new Map();

/** Checks arguments as a server of ours does. The server has the last word. */
export function findArgumentProblems(
  { inputSchema }: Pick<Tool, 'inputSchema'>,
  definitions: Blueprint['definitions'],
  args: JsonObject,
): ArgumentProblems {
  return toFieldProblems(findProblems(checkOf(inputSchema, definitions), args));
}

/** Problems of a value as sentences at their fields: of several at one place the first. */
export function toFieldProblems(found: ReturnType<typeof findProblems>): ArgumentProblems {
  const problems = new Map<string, string>();
  for (const { path, message } of found) {
    const place = toFieldPlace(path);
    const text = message.replace(`${toJsonPath(path)} `, '');
    if (!problems.has(place)) problems.set(place, text.charAt(0).toUpperCase() + text.slice(1));
  }
  return problems;
}
